// Reads of what other threads update by atomics: a first guess, or a race.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

// Each thread adds 1 by compare-and-swap, and begins with a plain load. (CUDA C++ Programming Guide, "Atomic
// Functions".)
template <typename T>
__global__ void add_by_swapping(T* sum, const float* in) {
  T old = *sum, assumed;
  do {
    assumed = old;
    old = atomicCAS(sum, assumed, static_cast<T>(assumed + (in[threadIdx.x] >= 0 ? 1 : 0)));
  } while (assumed != old);
}

// The first warp adds; threads of the others look first.
enum class Look { and_swap, and_no_more, and_store, and_add, and_swap_another, over_a_barrier };
template <Look what>  // each with a load of its own
__global__ void look(unsigned* sum, unsigned* other) {
  if (threadIdx.x < 32) atomicAdd(sum, 1);
  const unsigned seen = threadIdx.x < 32 ? 0 : *sum;
  if (what == Look::over_a_barrier) __syncthreads();
  if (threadIdx.x < 32) return;
  if (what == Look::and_store) other[1 + threadIdx.x] = seen;
  if (what == Look::and_add) atomicAdd(other, seen);
  if (what == Look::and_swap || what == Look::and_store || what == Look::over_a_barrier) atomicCAS(sum, seen, seen + 1);
  if (what == Look::and_swap_another) atomicCAS(other, seen, seen + 1);
  if (seen == ~0u) *other = 0;  // so that it is loaded
}

// Blocks take turns in looking and in swapping, by the same thread of each.
__global__ void look_in_one_block_and_swap_in_the_next(unsigned* sum, unsigned* other) {
  if (blockIdx.x % 2 == 1) {
    atomicCAS(sum, threadIdx.x, threadIdx.x + 1);
  } else if (blockIdx.x != 0 && *sum == ~0u) {
    *other = 0;
  }
}

// The largest value, in global memory and in shared. Who finds one that is large enough swaps nothing.
__device__ void raise(unsigned* most, unsigned value, bool never_swaps) {
  unsigned old = *most, assumed;
  while (old < value && !never_swaps) {
    assumed = old;
    old = atomicCAS(most, assumed, value);
    if (old == assumed) break;
  }
  if (old == ~0u) *most = 0;  // so that it is loaded
}
__global__ void maximum(unsigned* most) { raise(most, blockIdx.x * 7 % 5 * 100 + threadIdx.x * 13 % 96, false); }
__global__ void falling_maximum(unsigned* most) { raise(most, 10000 - blockIdx.x * 96 - threadIdx.x, false); }
template <bool never_swaps>
__global__ void maximum_in_shared(unsigned* most) {
  __shared__ unsigned of_block;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  if (never_swaps) atomicMax(&of_block, threadIdx.x);
  raise(&of_block, threadIdx.x * 13 % 96, never_swaps);
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(most, of_block);
}

__global__ void zero(unsigned* sums) { sums[threadIdx.x] = 0; }

template <typename T>
static void launch_add(hazards::Buffers b) {
  launch(zero, dim3(1), dim3(8), reinterpret_cast<unsigned*>(b.out));
  launch(add_by_swapping<T>, dim3(20), dim3(96), reinterpret_cast<T*>(b.out), b.in);
}

template <Look what, unsigned blocks>
static void launch_look(hazards::Buffers b) {
  auto* sums = reinterpret_cast<unsigned*>(b.out);
  launch(zero, dim3(1), dim3(128), sums);
  launch(look<what>, dim3(blocks), dim3(64), sums, sums + 32);
}

template <bool never_swaps>
static void launch_maximum_in_shared(hazards::Buffers b) {
  auto* most = reinterpret_cast<unsigned*>(b.out);
  launch(zero, dim3(1), dim3(1), most);
  launch(maximum_in_shared<never_swaps>, dim3(20), dim3(96), most);
}

namespace hazards {

std::vector<Case> guesses() {
  return {
      {"four bytes", launch_add<unsigned>, {}},
      {"eight bytes", launch_add<unsigned long long>, {}},
      {"two bytes", launch_add<unsigned short>, {}},
      {"one swap", launch_look<Look::and_swap, 1>, {}},
      {"one swap in each block", launch_look<Look::and_swap, 20>, {}},
      {"no swap", launch_look<Look::and_no_more, 1>, {"race on global sum[0]"}},
      {"no swap in many blocks", launch_look<Look::and_no_more, 20>, {"race on global sum[0]"}},
      {"a store of it, then a swap", launch_look<Look::and_store, 1>, {"race on global sum[0]"}},
      {"another atomic with it", launch_look<Look::and_add, 1>, {"race on global sum[0]"}},
      {"a swap of another element", launch_look<Look::and_swap_another, 1>, {"race on global sum[0]"}},
      {"a swap behind a barrier", launch_look<Look::over_a_barrier, 1>, {"race on global sum[0]"}},
      {"a maximum",
       [](Buffers b) {
         auto* most = reinterpret_cast<unsigned*>(b.out);
         launch(zero, dim3(1), dim3(1), most);
         launch(maximum, dim3(20), dim3(96), most);
       },
       {}},
      {"a maximum that the first thread raises for all",
       [](Buffers b) {
         auto* most = reinterpret_cast<unsigned*>(b.out);
         launch(zero, dim3(1), dim3(1), most);
         launch(falling_maximum, dim3(20), dim3(96), most);
       },
       {}},
      {"a maximum in shared memory", launch_maximum_in_shared<false>, {}},
      {"a look in shared memory", launch_maximum_in_shared<true>, {"race on shared of_block"}},
      {"a swap in the next block",
       [](Buffers b) {
         auto* sums = reinterpret_cast<unsigned*>(b.out);
         launch(zero, dim3(1), dim3(64), sums);
         launch(look_in_one_block_and_swap_in_the_next, dim3(20), dim3(1), sums, sums + 32);
       },
       {"no order between blocks", "reads global sum[0]"}},
  };
}

}  // namespace hazards
