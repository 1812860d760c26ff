// The kernels of experiments.cu that are not those of a chapter, each in the namespace of the one that it is a form of.
#pragma once

namespace step1 {
#include "../../step1_naive/kernel.cuh"
__global__ void looped_restrict(const float* __restrict__ in, float* __restrict__ out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
  }
}
__global__ void copy_restrict(const float* __restrict__ in, float* __restrict__ out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;
    if (row < rows && col < cols) out[size_t(row) * cols + col] = in[size_t(row) * cols + col];
  }
}
// The loads by hand before the stores, as the exercise of docs/latency.md asks.
__global__ void copy_loads_first(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = blockIdx.x * 32 + threadIdx.x;
  float value[4];
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = block_y() * 32 + threadIdx.y + 8 * i;
    if (row < rows && col < cols) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = block_y() * 32 + threadIdx.y + 8 * i;
    if (row < rows && col < cols) out[size_t(row) * cols + col] = value[i];
  }
}
}  // namespace step1
namespace step5 {
#include "../../step5_register_tile/kernel.cuh"
// transpose_through_scalars<true> with 256 threads, four float4 each.
__global__ void __launch_bounds__(256, 8)
    scalars_of_256_threads(const float* in, float* out, unsigned rows, unsigned cols) {
  constexpr unsigned THREAD_ROWS = 16;
  constexpr unsigned TILE = 64;
  __shared__ float tile[TILE][TILE + 1];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned first_row = blockIdx.x * TILE, first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;
  float4 four[TILE / THREAD_ROWS] = {};
#pragma unroll
  for (unsigned i = 0; i < TILE / THREAD_ROWS; ++i) {
    const unsigned row = first_row + y + THREAD_ROWS * i, col = first_col + 4 * x;
    if (row < rows && col < cols) four[i] = load_four<true>(in + size_t(row) * cols, col, cols);
  }
#pragma unroll
  for (unsigned i = 0; i < TILE / THREAD_ROWS; ++i) {
    float* words = &tile[y + THREAD_ROWS * i][4 * x];
    words[0] = four[i].x;
    words[1] = four[i].y;
    words[2] = four[i].z;
    words[3] = four[i].w;
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned c = y + i;
    const unsigned row = first_row + 4 * x, col = first_col + c;
    if (row >= rows || col >= cols) continue;
    *reinterpret_cast<float4*>(out + size_t(col) * rows + row) =
        make_float4(tile[4 * x][c], tile[4 * x + 1][c], tile[4 * x + 2][c], tile[4 * x + 3][c]);
  }
}
}  // namespace step5
namespace tree {

constexpr unsigned THREADS = 256;
enum Loop { written_out, kept, at_run_time };  // by nvcc; kept a loop; for a number of threads that nvcc does not know

// level(d) for d = 1, 2, 4, ..
template <Loop LOOP, typename Level>
__device__ inline void upwards(Level level) {
  if (LOOP == written_out) {
#pragma unroll
    for (unsigned d = 1; d < THREADS; d *= 2) level(d);
  } else {
#pragma unroll 1
    for (unsigned d = 1; d < (LOOP == kept ? THREADS : blockDim.x); d *= 2) level(d);
  }
}

template <Loop LOOP>
__global__ void naive(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  s[t] = i < count ? in[i] : 0;
  __syncthreads();
  upwards<LOOP>([&](unsigned d) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  });
  if (t == 0) sums[blockIdx.x] = s[0];
}

template <Loop LOOP>
__global__ void stride(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  s[t] = i < count ? in[i] : 0;
  __syncthreads();
  upwards<LOOP>([&](unsigned d) {
    const unsigned j = 2 * d * t;
    if (j < (LOOP == at_run_time ? blockDim.x : THREADS)) s[j] += s[j + d];
    __syncthreads();
  });
  if (t == 0) sums[blockIdx.x] = s[0];
}

template <Loop LOOP>
__global__ void sequential(const float* in, float* sums, size_t count) {
  __shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  s[t] = i < count ? in[i] : 0;
  __syncthreads();
  const auto level = [&](unsigned d) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  };
  if (LOOP == written_out) {
#pragma unroll
    for (unsigned d = THREADS / 2; d > 0; d /= 2) level(d);
  } else {
#pragma unroll 1
    for (unsigned d = (LOOP == kept ? THREADS : blockDim.x) / 2; d > 0; d /= 2) level(d);
  }
  if (t == 0) sums[blockIdx.x] = s[0];
}

}  // namespace tree
