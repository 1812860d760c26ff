#include <signal.h>

#include <algorithm>

#include "ladder/engine/launch.hpp"
#include "tests/kernels.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void copy_with_tail(const float* in, float* out) {
  if (threadIdx.x < 50) out[threadIdx.x] = in[threadIdx.x];
}

// Of different width: two arms that are alike become one for nvcc.
__global__ void both_branches(const float* in, float* out) {
  const unsigned t = threadIdx.x;
  if (t % 2 == 0) {
    out[t] = in[t];
  } else {
    reinterpret_cast<float2*>(out)[32 + t] = reinterpret_cast<const float2*>(in)[t];
  }
}

__global__ void triangular_loop(const float* in, float* out) {
  float sum = 0;
  for (unsigned i = 0; i <= threadIdx.x; ++i) sum += in[i * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}

// Lanes 8 and above skip every second round of the inner loop.
__global__ void skipped_rounds(const float* in, float* out) {
  for (unsigned y = 0; y < 4; ++y) {
    for (unsigned x = 0; x < 2; ++x) {
      const unsigned i = 32 * x + threadIdx.x;
      if (i < 40) out[64 * y + i] = in[64 * y + i];
    }
  }
}

// An inner loop whose length depends on the lane, in an outer loop: lanes meet again after each inner one.
__global__ void uneven_inner_loop(const float* in, float* out) {
  float sum = 0;
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned j = 0; j <= threadIdx.x % 4; ++j) sum += in[(4 * i + j) * 32 + threadIdx.x];
  }
  out[threadIdx.x] = sum;
}

// Two of them, with loads between and behind: a loop has to lie in front of what follows it, for lanes to wait there.
__global__ void uneven_inner_loops(const float* in, float* out) {
  const unsigned t = threadIdx.x;
  float sum = 0;
  for (unsigned i = 0; i <= t % 2; ++i) {
    for (unsigned j = 0; j < t % 4; ++j) sum += in[(4 * i + j) * 32 + t];
    sum += in[(8 + i) * 32 + t];
    for (unsigned j = 0; j < t % 3; ++j) sum += in[(10 + 3 * i + j) * 32 + t];
  }
  out[t] = sum + in[16 * 32 + t];
}

// The first for longer than the trace has room.
__global__ void long_uneven_loop(const float* in, float* out, unsigned rounds) {
  float sum = 0;
  for (unsigned i = 0; i < rounds; ++i) {
    for (unsigned j = 0; j <= threadIdx.x % 4; ++j)
      sum += *static_cast<const volatile float*>(in + 32 * j + threadIdx.x);
  }
  out[threadIdx.x] = sum;
}

// Each volatile access is a step that the lanes make together: what they did before it counts.
__global__ void volatile_tile(const float* in, float* out) {
  __shared__ volatile float tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  tile[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + 32];
}

// A compiler may know this loop as a call of memcpy().
__global__ void copy_loop(const float* in, float* out) {
  float values[8];
  for (unsigned i = 0; i < 8; ++i) values[i] = in[8 * threadIdx.x + i];
  for (unsigned i = 0; i < 8; ++i) out[32 * i + threadIdx.x] = values[(i + 1) % 8];
}

__global__ void early_exit(const float* in, float* out) {
  if (threadIdx.x >= 16) return;
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void long_loop(const float* in, float* out, unsigned rounds) {
  float sum = 0;
  for (unsigned i = 0; i < rounds; ++i) sum += *static_cast<const volatile float*>(in + threadIdx.x);
  if (blockIdx.x == 0) out[threadIdx.x] = sum;
}

__global__ void float2_and_float4(const float* in, float* out) {
  const unsigned t = threadIdx.x;
  const float2 two = reinterpret_cast<const float2*>(in)[t];
  reinterpret_cast<float4*>(out)[t] = make_float4(two.x, two.y, two.x, two.y);
}

__global__ void write_beyond_the_end(const float* in, float* out, size_t elements) {
  out[elements - 32 + threadIdx.x + (threadIdx.x == 31)] = in[threadIdx.x];
}

// Far enough for another buffer to begin before.
__global__ void far_out_of_bounds(const float* in, float* out, size_t elements) {
  if (threadIdx.x == 0) out[1000 * elements] = in[0];
  if (threadIdx.x == 1) out[1] = *(in - 1000 * elements);
}

__global__ void read_before_the_start(const float* in, float* out) { out[threadIdx.x] = *(in - 1 + threadIdx.x); }

__global__ void shared_index_beyond_the_array(const float* in, float* out) {
  __shared__ float row[32];
  row[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0) out[threadIdx.x] = row[threadIdx.x];
}

__global__ void misaligned_float4(const float* in, float* out) {
  reinterpret_cast<float4*>(out)[threadIdx.x] = *reinterpret_cast<const float4*>(in + 4 * threadIdx.x + 1);
}

__global__ void missing_barrier(const float* in, float* out) {
  __shared__ float row[64];
  row[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = row[63 - threadIdx.x];
}

// Half of the threads read what their own warp writes, and the other half what the other warp does.
__global__ void missing_barrier_half_a_warp_apart(const float* in, float* out) {
  __shared__ float row[64];
  row[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = row[(threadIdx.x + 16) % 64];
}

__global__ void overwritten_too_early(const float* in, float* out) {
  __shared__ float row[64];
  row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[63 - threadIdx.x];
  row[threadIdx.x] = 0;
}

__global__ void unwritten_shared(const float* in, float* out) {
  __shared__ float row[64];
  if (threadIdx.x != 7) row[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

static __global__ void unwritten_four_by_eight(const float* in, float* out) {
  __shared__ float tile[4][8];
  if (threadIdx.x != 31) (&tile[0][0])[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = (&tile[0][0])[threadIdx.x];
}

static __global__ void unwritten_eight_by_four(const float* in, float* out) {
  __shared__ float tile[8][4];
  if (threadIdx.x != 31) (&tile[0][0])[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = (&tile[0][0])[threadIdx.x];
}

// By a pointer, as a kernel may not call the function.
__global__ void interrupted(const float* in, float* out, int (*raise)(int)) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 5) raise(SIGSEGV);
}

__global__ void unwritten_global(const float* in, float* out) {
  if (threadIdx.x == 0) out[0] = out[1];
  if (threadIdx.x == 32) out[2] = in[2];
}

__global__ void two_writers(const float* in, float* out) { out[threadIdx.x / 2] = in[threadIdx.x]; }

__global__ void global_race(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x != 0) out[32 + threadIdx.x] = out[threadIdx.x - 1];
}

__global__ void shuffle_beyond_the_mask(const float* in, float* out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_down_sync(0x0000ffffu, in[threadIdx.x], 1);
}

__global__ void large_local_array(const float* in, float* out) {
  float values[40000];
  for (unsigned i = 0; i < 40000; ++i) values[i] = in[i % 32];
  out[threadIdx.x] = values[static_cast<unsigned>(in[threadIdx.x]) * 600];
}

// The 35th element is the first whose divisor is 0.
__global__ void division_by_zero(const float* in, float* out) {
  const int divisor = 34 - static_cast<int>(in[threadIdx.x]);
  out[threadIdx.x] = static_cast<float>(100 / divisor);
}
const int kernels::line_of_the_division = __LINE__ - 2;

// Halves an index that never becomes 0.
__global__ void endless(const float* in, float* out) {
  for (unsigned i = threadIdx.x + 1; i > 0; i = i / 2 + i % 2) {
  }
  out[threadIdx.x] = in[threadIdx.x];
}

// The same, with a barrier in it.
__global__ void endless_with_barrier(const float* in, float* out) {
  for (unsigned i = 1; i > 0; i = i / 2 + i % 2) {
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
  }
}

// g++ makes a single jump of it, of which the emulator is told nothing.
__global__ void endless_jump(const float*, float*) {
  while (true) {
  }
}

__global__ void barrier_in_a_branch(const float* in, float* out) {
  __shared__ float row[64];
  row[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 40) __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

__global__ void two_different_barriers(const float* in, float* out) {
  if (threadIdx.x < 32) {
    out[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
  } else {
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x];
  }
}

// The reduction's own kernels, with every __syncwarp() taken out.
namespace without_syncwarp {
#define __syncwarp()
#include "../../reduction/kernel.cuh"
#undef __syncwarp
}  // namespace without_syncwarp

// Each lane's number, sent round the warp in every way there is.
__global__ void shuffles(const float* in, float* out) {
  const unsigned t = threadIdx.x, all = 0xffffffffu;
  out[t] = __shfl_sync(all, in[t], 5);
  out[32 + t] = __shfl_up_sync(all, in[t], 3);
  out[64 + t] = __shfl_down_sync(all, in[t], 3);
  out[96 + t] = __shfl_xor_sync(all, in[t], 1);
  out[128 + t] = __shfl_down_sync(all, in[t], 3, 8);
  out[160 + t] = static_cast<float>(__ballot_sync(all, t % 8 == 0));
  out[192 + t] =
      static_cast<float>(__any_sync(all, t == 9) + 2 * __all_sync(all, t < 32) + 4 * __all_sync(all, t == 9));
  if (t < 16) out[224 + t] = __shfl_xor_sync(0x0000ffffu, in[t], 8);
}

// All blocks and threads count in one place, in shared memory first.
__global__ void atomics(const float* in, float* out) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[1]);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, sum);
}

// Atomics of one warp that take turns, and some that need not.
__global__ void turns(float* out) {
  __shared__ unsigned count[64];
  const unsigned t = threadIdx.x;
  count[t] = count[32 + t] = 0;
  __syncwarp();
  atomicAdd(&count[t], t);           // 1 wavefront
  atomicAdd(&count[0], t);           // 32
  atomicMax(&count[32 + t / 2], t);  // 2
  atomicCAS(&count[t], 0u, t);       // 1 lane of each bank, twice
  atomicCAS(&count[t / 8], 0u, t);   // 8 lanes of each bank, twice
  atomicAdd(out + t, 1.0f);          // 4 sectors
  atomicAdd(out, 1.0f);              // 32
  atomicAdd(out + t / 2 * 8, 1.0f);  // 16 sectors, each of them twice
}

__global__ void set_to_zero(const float*, float* out) { out[threadIdx.x] = 0; }

__global__ void much_shared_memory(const float* in, float* out) {
  __shared__ float rows[100][128];
  rows[threadIdx.x][0] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = rows[31 - threadIdx.x][0];
}

namespace kernels {

void copy_with_tail(Buffers b) { launch(::copy_with_tail, dim3(1), dim3(64), b.in, b.out); }
void both_branches(Buffers b) { launch(::both_branches, dim3(1), dim3(32), b.in, b.out); }
void triangular_loop(Buffers b) { launch(::triangular_loop, dim3(1), dim3(32), b.in, b.out); }
void skipped_rounds(Buffers b) { launch(::skipped_rounds, dim3(1), dim3(32), b.in, b.out); }
void uneven_inner_loop(Buffers b) { launch(::uneven_inner_loop, dim3(1), dim3(32), b.in, b.out); }
void uneven_inner_loops(Buffers b) { launch(::uneven_inner_loops, dim3(1), dim3(32), b.in, b.out); }
void long_uneven_loop(Buffers b, unsigned rounds) {
  launch(::long_uneven_loop, dim3(1), dim3(32), b.in, b.out, rounds);
}
void volatile_tile(Buffers b) { launch(::volatile_tile, dim3(1), dim3(32), b.in, b.out); }
void copy_loop(Buffers b) { launch(::copy_loop, dim3(1), dim3(32), b.in, b.out); }
void early_exit(Buffers b) { launch(::early_exit, dim3(1), dim3(32), b.in, b.out); }
void long_loop(Buffers b, unsigned rounds) { launch(::long_loop, dim3(1), dim3(32), b.in, b.out, rounds); }
void long_loops(Buffers b, unsigned blocks, unsigned rounds) {
  launch(::long_loop, dim3(blocks), dim3(32), b.in, b.out, rounds);
}
void float2_and_float4(Buffers b) { launch(::float2_and_float4, dim3(1), dim3(32), b.in, b.out); }
void write_beyond_the_end(Buffers b) { launch(::write_beyond_the_end, dim3(1), dim3(32), b.in, b.out, b.elements); }
void far_out_of_bounds(Buffers b) { launch(::far_out_of_bounds, dim3(1), dim3(32), b.in, b.out, b.elements); }
void read_before_the_start(Buffers b) { launch(::read_before_the_start, dim3(1), dim3(32), b.in, b.out); }
void shared_index_beyond_the_array(Buffers b) {
  launch(::shared_index_beyond_the_array, dim3(1), dim3(32), b.in, b.out);
}
void misaligned_float4(Buffers b) { launch(::misaligned_float4, dim3(1), dim3(32), b.in, b.out); }
void missing_barrier(Buffers b) { launch(::missing_barrier, dim3(1), dim3(64), b.in, b.out); }
void missing_barrier_half_a_warp_apart(Buffers b) {
  launch(::missing_barrier_half_a_warp_apart, dim3(1), dim3(64), b.in, b.out);
}
void overwritten_too_early(Buffers b) { launch(::overwritten_too_early, dim3(1), dim3(64), b.in, b.out); }
void unwritten_shared(Buffers b) { launch(::unwritten_shared, dim3(3), dim3(64), b.in, b.out); }
void unwritten_four_by_eight(Buffers b) { launch(::unwritten_four_by_eight, dim3(1), dim3(32), b.in, b.out); }
void unwritten_eight_by_four(Buffers b) { launch(::unwritten_eight_by_four, dim3(1), dim3(32), b.in, b.out); }
void interrupted(Buffers b) { launch(::interrupted, dim3(1), dim3(32), b.in, b.out, raise); }
void unwritten_global(Buffers b) { launch(::unwritten_global, dim3(1), dim3(64), b.in, b.out); }
void two_writers(Buffers b) { launch(::two_writers, dim3(1), dim3(64), b.in, b.out); }
void blocks_of_two_writers(Buffers b) { launch(::two_writers, dim3(4), dim3(64), b.in, b.out); }
void global_race(Buffers b) { launch(::global_race, dim3(1), dim3(32), b.in, b.out); }
void shuffle_beyond_the_mask(Buffers b) { launch(::shuffle_beyond_the_mask, dim3(1), dim3(32), b.in, b.out); }
void large_local_array(Buffers b) { launch(::large_local_array, dim3(1), dim3(32), b.in, b.out); }
void division_by_zero(Buffers b) { launch(::division_by_zero, dim3(2), dim3(64), b.in, b.out); }
void endless(Buffers b) { launch(::endless, dim3(1), dim3(32), b.in, b.out); }
void endless_with_barrier(Buffers b) { launch(::endless_with_barrier, dim3(1), dim3(64), b.in, b.out); }
void endless_jump(Buffers b) { launch(::endless_jump, dim3(1), dim3(64), b.in, b.out); }
void barrier_in_a_branch(Buffers b) { launch(::barrier_in_a_branch, dim3(1), dim3(64), b.in, b.out); }
void two_different_barriers(Buffers b) { launch(::two_different_barriers, dim3(1), dim3(64), b.in, b.out); }
void too_many_threads(Buffers b) { launch(::copy_with_tail, dim3(1), dim3(32, 33), b.in, b.out); }
void sum_without_syncwarp(Buffers b) {
  launch(without_syncwarp::sum_unroll, dim3(1), dim3(256), b.in, b.out, size_t(512));
}
void shuffles(Buffers b) { launch(::shuffles, dim3(1), dim3(32), b.in, b.out); }
void turns(Buffers b) {
  launch(::set_to_zero, dim3(1), dim3(128), b.in, b.out);
  launch(::turns, dim3(1), dim3(32), b.out);
}
void atomics(Buffers b) {
  launch(::set_to_zero, dim3(1), dim3(1), b.in, b.out);
  launch(::atomics, dim3(50), dim3(96), b.in, b.out);
}
void too_much_shared_memory(Buffers b) { launch(::much_shared_memory, dim3(1), dim3(32), b.in, b.out); }
void empty_grid(Buffers b) { launch(::copy_with_tail, dim3(0), dim3(32), b.in, b.out); }
Clamp clamp_of_the_kernels() { return &std::clamp<long>; }

}  // namespace kernels
