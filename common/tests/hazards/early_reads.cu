// Shared and global memory that is read before anybody wrote it.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void add_to(const float* in, float* out, bool set) {
  __shared__ float s[64];
  if (set) s[threadIdx.x] = 0;
  s[threadIdx.x] += in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void count_in(float* out, bool set) {
  __shared__ int count;
  if (set && threadIdx.x == 0) count = 0;
  __syncthreads();
  atomicAdd(&count, 1);
  __syncthreads();
  out[threadIdx.x] = static_cast<float>(count);
}

// The thread reads, and only then writes, what nobody else touches before the barrier.
__global__ void old_value(const float* in, float* out, bool set) {
  __shared__ float best[64];
  if (set) best[threadIdx.x] = -1;
  if (in[threadIdx.x] > best[threadIdx.x]) best[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = best[threadIdx.x];
}

// Another lane writes it, after a __syncwarp(): no race, and read before written all the same.
__global__ void written_by_the_next_lane(const float* in, float* out, bool set) {
  __shared__ float s[32];
  if (set) s[threadIdx.x] = 0;
  out[threadIdx.x] = s[threadIdx.x];
  __syncwarp();
  s[threadIdx.x ^ 1] = in[threadIdx.x];
}

// A race, and nothing else is said of it.
__global__ void barrier_missing(const float* in, float* out) {
  __shared__ float s[64];
  out[threadIdx.x] = s[63 - threadIdx.x];
  s[threadIdx.x] = in[threadIdx.x];
}

// The same in global memory: a thread reads what others write in the same step.
__global__ void sum_too_early(float* out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x == 0) out[0] = out[1] + out[40];
}

__global__ void global_of_the_next_lane(float* out) {
  const float old = out[threadIdx.x];
  __syncwarp();
  out[threadIdx.x ^ 1] = old;
}

// Block 0 reads what block 1 writes, before or after it: which of the two is left to chance.
__global__ void written_by_the_next_block(float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = blockIdx.x == 0 ? out[i + blockDim.x] : 1;
}

// Who only adds to what nothing wrote, by one atomic or by a loop of compare-and-swap, races with nobody.
__global__ void add_in_global(float* out, bool swaps) {
  if (!swaps) atomicAdd(out, 1.0f);
  if (!swaps) return;
  auto* bits = reinterpret_cast<unsigned*>(out);
  unsigned old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, assumed + 1);
  } while (assumed != old);
}

// What was read before the launch broke off is told.
__global__ void read_and_break_off(float* out) {
  out[threadIdx.x] += 1;
  assert(threadIdx.x > 64);
}

namespace hazards {

std::vector<Case> early_reads() {
  return {
      {"added to nothing",
       [](Buffers b) { launch(add_to, dim3(1), dim3(64), b.in, b.out, false); },
       {"uninitialized read", "shared s[0]"}},
      {"added to 0", [](Buffers b) { launch(add_to, dim3(1), dim3(64), b.in, b.out, true); }, {}},
      {"an atomic on nothing",
       [](Buffers b) { launch(count_in, dim3(1), dim3(64), b.out, false); },
       {"uninitialized read", "shared count"}},
      {"an atomic on 0", [](Buffers b) { launch(count_in, dim3(1), dim3(64), b.out, true); }, {}},
      {"an old value that is not there",
       [](Buffers b) { launch(old_value, dim3(2), dim3(64), b.in, b.out, false); },
       {"uninitialized read", "shared best[0]"}},
      {"an old value", [](Buffers b) { launch(old_value, dim3(1), dim3(64), b.in, b.out, true); }, {}},
      {"written by the next lane, later",
       [](Buffers b) { launch(written_by_the_next_lane, dim3(1), dim3(32), b.in, b.out, false); },
       {"uninitialized read", "shared s[0]"}},
      {"written before and later",
       [](Buffers b) { launch(written_by_the_next_lane, dim3(1), dim3(32), b.in, b.out, true); },
       {}},
      {"a race in global memory",
       [](Buffers b) { launch(sum_too_early, dim3(1), dim3(64), b.out); },
       {"race on global out[1]", "thread (1, 0)"}},
      {"global, written by the next lane, later",
       [](Buffers b) { launch(global_of_the_next_lane, dim3(1), dim3(32), b.out); },
       {"uninitialized read", "global out[0]"}},
      {"global, written by the next block",
       [](Buffers b) { launch(written_by_the_next_block, dim3(2), dim3(32), b.out); },
       {"no order between blocks", "reads global out[32]"}},
      {"an atomic on nothing, in global memory",
       [](Buffers b) { launch(add_in_global, dim3(1), dim3(64), b.out, false); },
       {"uninitialized read", "global out[0]"}},
      {"a compare-and-swap on nothing",
       [](Buffers b) { launch(add_in_global, dim3(1), dim3(64), b.out, true); },
       {"uninitialized read", "global out[0]"}},
      {"read in global memory, and broken off",
       [](Buffers b) { launch(read_and_break_off, dim3(1), dim3(64), b.out); },
       {"uninitialized read", "global out[0]"}},
      {"a race", [](Buffers b) { launch(barrier_missing, dim3(1), dim3(64), b.in, b.out); }, {"race on shared s["}},
  };
}

}  // namespace hazards
