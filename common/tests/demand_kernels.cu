#include "ladder/engine/launch.hpp"
#include "tests/demand_kernels.hpp"

using namespace ladder::LADDER_ENGINE;

__global__ void four_loads_then_stores(const float* in, float* out) {
  float value[4];
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) value[i] = in[threadIdx.x + 32 * i];
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) out[threadIdx.x + 32 * i] = value[i];
}

__global__ void load_and_store_by_turns(const float* in, float* out) {
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) out[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i];
}

__global__ void turns_restricted(const float* __restrict__ in, float* out) {
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) out[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i];
}

__device__ void restricted_turns(const float* in, float* __restrict__ out) {
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) out[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i];
}
__global__ void turns_restricted_where_called(const float* in, float* out) { restricted_turns(in, out); }

__global__ void turns_by_ldg(const float* in, float* out) {
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) out[threadIdx.x + 32 * i] = __ldg(in + threadIdx.x + 32 * i);
}

__global__ void turns_in_place(const float*, float* out) {
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) out[threadIdx.x + 32 * i] += 1;
}

__device__ float declared_in[128], declared_out[128];
__global__ void turns_between_declared_arrays(const float*, float*) {
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) declared_out[threadIdx.x + 32 * i] = declared_in[threadIdx.x + 32 * i];
}

__global__ void loads_behind_stores(const float* in, float* out) {
  out[threadIdx.x] = 1;
  const float stored = out[threadIdx.x + 32], other = in[threadIdx.x];
  out[threadIdx.x + 64] = stored + other;
}

__global__ void loads_around_a_barrier(const float* in, float* out) {
  __shared__ float lanes[32];
  lanes[threadIdx.x] = threadIdx.x;
  const float early = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = early + in[threadIdx.x + 32] + lanes[31 - threadIdx.x];
}

__global__ void barriers_restricted(const float* __restrict__ in, float* out) {
  __shared__ float values[32];
  float sum = 0;
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    values[threadIdx.x] = in[threadIdx.x + 32 * i];
    __syncthreads();
    sum += values[31 - threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void rounds_of_two(const float* in, float* out, unsigned n) {
  float sum = 0;
  for (unsigned i = threadIdx.x; i < 64 * n; i += 64) sum += in[i] + (i + 32 < 64 * n ? in[i + 32] : 0);
  out[threadIdx.x] = sum;
}

__global__ void one_line_loop(const float* in, float* out, unsigned n) {
  float sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += in[32 * i + threadIdx.x];
  out[threadIdx.x] = sum;
}

__global__ void unrolled_by_wish(const float* in, float* out, unsigned n) {
  float sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < n; ++i) sum += in[32 * i + threadIdx.x];
  out[threadIdx.x] = sum;
}

// 64 threads in all.
__global__ void through_the_grid(const float* in, float* out, unsigned n) {
  float sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// The second loop finds what the first one has loaded in the cache.
__global__ void twice_over(const float* in, float* out, unsigned n) {
  float largest = 0, sum = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) largest = fmaxf(largest, in[i]);
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) sum += in[i] / largest;
  out[threadIdx.x] = sum;
}

// Windows of three elements that overlap: of six loads, two are of what the thread has loaded before.
__global__ void overlapping_windows(const float* in, float* out) {
  __shared__ float values[36];
  values[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 4) values[32 + threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = 0; i < 2; ++i) {
    float sum = 0;
    for (unsigned k = 0; k < 3; ++k) sum += values[threadIdx.x + i + k];
    out[32 * i + threadIdx.x] = sum;
  }
}

// All lanes load the same float, and seven neighbours of it: two loads of 16 bytes, of two wavefronts each, are enough.
__global__ void neighbours_one_by_one(const float* in, float* out) {
  __shared__ __align__(16) float values[32];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < 8; ++k) sum += values[k];
  out[threadIdx.x] = sum;
}

__global__ void through_a_tile(const float* in, float* out) {
  __shared__ float tile[4][32];
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) tile[i][threadIdx.x] = in[32 * i + threadIdx.x];
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) out[32 * i + threadIdx.x] = tile[i][31 - threadIdx.x];
}

__global__ void load_before_the_barrier(const float* in, float* out) {
  const float early = in[threadIdx.x];
  __syncthreads();
  const float late = in[threadIdx.x + 32];
  out[threadIdx.x] = early + late;
}

__global__ void sum_by_shuffles(const float* in, float* out) {
  float sum = in[threadIdx.x];
#pragma unroll
  for (unsigned d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(0xffffffff, sum, d);
  out[threadIdx.x] = sum + in[threadIdx.x + 32];
}

// Three warps of four come to the second barrier.
__global__ void level_of_a_tree(const float* in, float* out) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 96) return;
  if (threadIdx.x < 16) s[threadIdx.x] += s[threadIdx.x + 16];
  __syncthreads();
  if (threadIdx.x == 0) *out = s[0];
}

__global__ void work_of_one_warp(const float* in, float* out) {
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 16) {
    s[threadIdx.x] += s[threadIdx.x + 16];
    s[threadIdx.x + 64] += s[threadIdx.x + 96];
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = s[0];
}

__global__ void pairs_of_columns(const float* in, float* out) {
  const float* row = in + threadIdx.x % 16 * 64;
  const unsigned half = threadIdx.x / 16;
  out[threadIdx.x] = row[half * 8] + row[16 + half] + row[half * 8 + 1];
}

__global__ void halves_of_few_rows(float* out) { out[threadIdx.x % 8 * 64 + threadIdx.x / 8] = 1; }

__global__ void floats_of_neighbouring_sectors(float* out) { out[8 * threadIdx.x] = 1; }

__global__ void halves_of_columns(float* out) {
  reinterpret_cast<float4*>(out)[threadIdx.x * 32] = make_float4(1, 2, 3, 4);
}

__global__ void four_scalars_side_by_side(float* out) {
  for (unsigned i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = 1;
}

template <typename T>
__global__ void add_to_one(T* sum) {
  if (threadIdx.x == 0) *sum = 0;
  __syncthreads();
  atomicAdd(sum, T{1});
}

namespace kernels {

void four_loads_then_stores(Buffers b) { launch(::four_loads_then_stores, dim3(1), dim3(32), b.in, b.out); }
void load_and_store_by_turns(Buffers b) { launch(::load_and_store_by_turns, dim3(1), dim3(32), b.in, b.out); }
void turns_restricted(Buffers b) { launch(::turns_restricted, dim3(1), dim3(32), b.in, b.out); }
void turns_restricted_where_called(Buffers b) {
  launch(::turns_restricted_where_called, dim3(1), dim3(32), b.in, b.out);
}
void turns_by_ldg(Buffers b) { launch(::turns_by_ldg, dim3(1), dim3(32), b.in, b.out); }
void turns_in_place(Buffers b) { launch(::turns_in_place, dim3(1), dim3(32), b.in, b.out); }
void turns_between_declared_arrays(Buffers b) {
  launch(::turns_between_declared_arrays, dim3(1), dim3(32), b.in, b.out);
}
void loads_behind_stores(Buffers b) { launch(::loads_behind_stores, dim3(1), dim3(32), b.in, b.out); }
void loads_around_a_barrier(Buffers b) { launch(::loads_around_a_barrier, dim3(1), dim3(32), b.in, b.out); }
void barriers_restricted(Buffers b) { launch(::barriers_restricted, dim3(1), dim3(32), b.in, b.out); }
void rounds_of_two(Buffers b, unsigned n) { launch(::rounds_of_two, dim3(1), dim3(32), b.in, b.out, n); }
void unrolled_by_wish(Buffers b, unsigned n) { launch(::unrolled_by_wish, dim3(1), dim3(32), b.in, b.out, n); }
void one_line_loop(Buffers b, unsigned n) { launch(::one_line_loop, dim3(1), dim3(32), b.in, b.out, n); }
void through_the_grid(Buffers b, unsigned n) { launch(::through_the_grid, dim3(2), dim3(32), b.in, b.out, n); }
void twice_over(Buffers b, unsigned n) { launch(::twice_over, dim3(1), dim3(32), b.in, b.out, n); }
void overlapping_windows(Buffers b) { launch(::overlapping_windows, dim3(1), dim3(32), b.in, b.out); }
void neighbours_one_by_one(Buffers b) { launch(::neighbours_one_by_one, dim3(1), dim3(32), b.in, b.out); }
void through_a_tile(Buffers b) { launch(::through_a_tile, dim3(1), dim3(32), b.in, b.out); }
void load_before_the_barrier(Buffers b) { launch(::load_before_the_barrier, dim3(1), dim3(32), b.in, b.out); }
void sum_by_shuffles(Buffers b) { launch(::sum_by_shuffles, dim3(1), dim3(32), b.in, b.out); }
void level_of_a_tree(Buffers b) { launch(::level_of_a_tree, dim3(1), dim3(128), b.in, b.out); }
void work_of_one_warp(Buffers b) { launch(::work_of_one_warp, dim3(1), dim3(128), b.in, b.out); }
void pairs_of_columns(Buffers b) { launch(::pairs_of_columns, dim3(1), dim3(32), b.in, b.out); }
void halves_of_few_rows(Buffers b) { launch(::halves_of_few_rows, dim3(1), dim3(32), b.out); }
void floats_of_neighbouring_sectors(Buffers b) { launch(::floats_of_neighbouring_sectors, dim3(1), dim3(32), b.out); }
void halves_of_columns(Buffers b) { launch(::halves_of_columns, dim3(1), dim3(32), b.out); }
void four_scalars_side_by_side(Buffers b) { launch(::four_scalars_side_by_side, dim3(1), dim3(32), b.out); }
void add_floats_to_one(Buffers b) { launch(::add_to_one<float>, dim3(1), dim3(64), b.out); }
void add_ints_to_one(Buffers b) { launch(::add_to_one<int>, dim3(1), dim3(64), reinterpret_cast<int*>(b.out)); }

}  // namespace kernels
