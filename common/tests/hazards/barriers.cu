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

// Threads from n on come to no barrier any more: they have ended where the others wait, or go on without them.
enum class Leave { at_once, after_a_load, between_barriers, in_a_loop, around_the_branch, by_a_helper };
__device__ inline bool leaves(const float* in, unsigned n) { return in[threadIdx.x] >= static_cast<float>(n); }
__global__ void leave_before_barrier(const float* in, float* out, unsigned n, Leave leave) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x;
  if (leave == Leave::around_the_branch) {
    if (t < n) {
      s[t] = in[t];
      __syncthreads();
      out[t] = s[n - 1 - t];
    }
    return;
  }
  if (leave == Leave::at_once && t >= n) return;
  s[t] = in[t];
  if (leave == Leave::after_a_load && t >= n) return;
  if (leave == Leave::by_a_helper && leaves(in, n)) return;
  if (leave == Leave::between_barriers) {
    __syncthreads();
    s[t] += 1;
    if (t >= n) return;
  }
  if (leave == Leave::in_a_loop) {
    for (unsigned i = 0; i < 5; ++i) {
      if (t >= n + 5 - i) return;
      __syncthreads();
      s[t] += in[i];
    }
  }
  __syncthreads();
  if (t < n) out[t] = s[n - 1 - t];
}

enum class Pass { line_further_down, round_of_a_loop, another_barrier };
__global__ void pass_by_barrier(const float* in, float* out, unsigned n, Pass pass) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  if (pass == Pass::line_further_down) {
    if (t < n) __syncthreads();
    out[t] = s[t];
  } else if (pass == Pass::round_of_a_loop) {
    __syncthreads();
    for (unsigned d = 32; d >= n; d /= 2) {
      if (t < d) {
        s[t] += s[t + d];
        __syncthreads();
      }
    }
    if (t == 0) out[0] = s[0];
  } else {
    if (t < n) __syncthreads();
    out[t] = in[t];
    __syncthreads();
    out[64 + t] = s[t];
  }
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
        "writes it at barriers.cu:27 (called at barriers.cu:31), thread (31, 0) reads it at barriers.cu:27 "
        "(called at barriers.cu:33); a __syncthreads() is missing"}},
      {"with a barrier between", [](Buffers b) { launch(turn_twice, dim3(1), dim3(64), b.in, b.out, true); }, {}},
      {"a loop that begins in two places", [](Buffers b) { launch_barriers(b, Meet::in_turns); }, {}},
  };
}

namespace {

template <Leave leave, unsigned n>
void launch_leave(Buffers b) {
  launch(leave_before_barrier, dim3(1), dim3(64), b.in, b.out, n, leave);
}
template <Pass pass, unsigned n>
void launch_pass(Buffers b) {
  launch(pass_by_barrier, dim3(1), dim3(64), b.in, b.out, n, pass);
}

}  // namespace

std::vector<Case> ended_threads() {
  return {
      {"parts of warps", launch_leave<Leave::at_once, 40>, {}},
      {"whole warps", launch_leave<Leave::at_once, 32>, {}},
      {"all but one thread", launch_leave<Leave::at_once, 1>, {}},
      {"after a load", launch_leave<Leave::after_a_load, 40>, {}},
      {"as a helper says", launch_leave<Leave::by_a_helper, 40>, {}},
      {"between two barriers", launch_leave<Leave::between_barriers, 40>, {}},
      {"around the branch that has the barrier", launch_leave<Leave::around_the_branch, 40>, {}},
      {"one after the other, in a loop", launch_leave<Leave::in_a_loop, 40>, {}},
      {"to a line further down",
       launch_pass<Pass::line_further_down, 40>,
       {"divergent barrier: 40 of 64 threads of block (0, 0) wait here; thread (40, 0) goes on without it at "
        "barriers"}},
      {"round the loop again",
       launch_pass<Pass::round_of_a_loop, 1>,
       {"divergent barrier: 32 of 64 threads of block (0, 0) wait here; thread (32, 0) goes on without it"}},
      {"to another barrier",
       launch_pass<Pass::another_barrier, 40>,
       {"divergent barrier: 40 of 64 threads of block (0, 0) wait here; thread (40, 0) waits elsewhere"}},
  };
}

}  // namespace hazards
