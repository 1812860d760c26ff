// Threads of a block that meet at two barriers of one line: of two instances of a template, or reached by two calls.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

template <bool WHOLE>
__device__ inline void swap_ends(float* s, const float* in) {
  const unsigned t = threadIdx.x;
  s[t] = WHOLE ? in[t] : in[t] + 1;
  __syncthreads();
}

__device__ inline void pass_barrier(float& value) {
  value += 1;
  __syncthreads();
}

template <bool WHOLE>
__device__ __attribute__((noinline)) void swap_ends_by_call(float* s, const float* in) {
  const unsigned t = threadIdx.x;
  s[t] = WHOLE ? in[t] : in[t] + 1;
  __syncthreads();
}

// One line, in two calls.
__device__ inline void turn(float* to, const float* from) { to[threadIdx.x] = from[63 - threadIdx.x]; }

__global__ void turn_twice(const float* in, float* out, bool meet) {
  __shared__ float s[64];
  turn(s, in);
  if (meet) __syncthreads();
  turn(out, s);
}

enum class Meet { instances, instances_not_inlined, calls, whole_blocks, in_a_loop, in_turns };

__global__ void barrier_of_two(const float* in, float* out, Meet meet) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x;
  s[t] = 0;
  float value = in[t];
  const bool condition = meet == Meet::whole_blocks ? blockIdx.x == 0 : t < 32;
  if (meet == Meet::instances || meet == Meet::whole_blocks) {
    if (condition) {
      swap_ends<true>(s, in);
    } else {
      swap_ends<false>(s, in);
    }
  } else if (meet == Meet::instances_not_inlined) {
    if (condition) {
      swap_ends_by_call<true>(s, in);
    } else {
      swap_ends_by_call<false>(s, in);
    }
  } else if (meet == Meet::calls) {
    if (condition) {
      pass_barrier(value);
    } else {
      value *= 2;
      pass_barrier(value);
    }
  } else if (meet == Meet::in_a_loop) {
#pragma unroll
    for (unsigned i = 0; i < 3; ++i) pass_barrier(value);
  } else {
    // A thread comes to it by a jump, or from above: compilers make copies of it.
    for (unsigned i = t % 2; i < 4 + t % 2; ++i) {
      value += i % 3 == 0 ? in[i] : 1;
      __syncthreads();
      if (i > 2 && value < 0) value = 0;
    }
  }
  out[blockIdx.x * 64 + t] = s[63 - t] + value;
}

static void launch_barriers(hazards::Buffers b, Meet meet) {
  launch(barrier_of_two, dim3(2), dim3(64), b.in, b.out, meet);
}

namespace hazards {

std::vector<Case> barriers() {
  const char* const apart = "divergent barrier: 32 of 64 threads";
  return {
      {"two instances",
       [](Buffers b) { launch_barriers(b, Meet::instances); },
       {apart, "another call of it, from barr"}},
      {"two instances, not inlined",
       [](Buffers b) { launch_barriers(b, Meet::instances_not_inlined); },
       {apart, "waits in another"}},
      {"two calls", [](Buffers b) { launch_barriers(b, Meet::calls); }, {apart, "another call of it, from barr"}},
      {"an instance for each block", [](Buffers b) { launch_barriers(b, Meet::whole_blocks); }, {}},
      {"a loop that is unrolled", [](Buffers b) { launch_barriers(b, Meet::in_a_loop); }, {}},
      {"one line in two calls",
       [](Buffers b) { launch(turn_twice, dim3(1), dim3(64), b.in, b.out, false); },
       {"race on shared s[32]",
        "writes it here (called at barriers.cu:31), thread (31, 0) reads it at barriers.cu:27 "
        "(called at barriers.cu:33); a __syncthreads() is missing"}},
      {"with a barrier between", [](Buffers b) { launch(turn_twice, dim3(1), dim3(64), b.in, b.out, true); }, {}},
      {"a loop that begins in two places", [](Buffers b) { launch_barriers(b, Meet::in_turns); }, {}},
  };
}

}  // namespace hazards
