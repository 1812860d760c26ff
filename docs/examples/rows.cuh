// The sum of each row of a matrix, rows x cols: how many threads share a row?
//
//   ./learn try docs/examples/sum_of_rows.cu
//
// The work is the same for each kernel here: every element is loaded once, and lanes that are neighbours load elements
// that are neighbours. What differs is how many threads there are, and how much each has to do.
#pragma once
#include "../../reduction/summit.cuh"

// The sum of elements first, first + step, .. of a row. By the source, eight loads need not wait for each other.
__device__ inline float sum_of_every(const float* row, size_t first, size_t step, size_t end) {
  float sum = 0;
#pragma unroll 8
  for (size_t i = first; i < end; i += step) sum += row[i];
  return sum;
}

// A warp a row: 32 * rows threads.
__global__ void rows_by_warp(const float* in, float* sums, unsigned rows, unsigned cols) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float sum = warp_sum(sum_of_every(in + size_t(row) * cols, lane, 32, cols));
  if (lane == 0) sums[row] = sum;
}

// A block a row: BLOCK * rows threads.
template <unsigned BLOCK>
__global__ void rows_by_block(const float* in, float* sums, unsigned cols) {
  const size_t row = blockIdx.x;
  const float sum = block_sum<BLOCK>(sum_of_every(in + row * cols, threadIdx.x, BLOCK, cols));
  if (threadIdx.x == 0) sums[row] = sum;
}

// A block for each piece of a row, `piece` elements long; gridDim.x pieces are a row. The blocks of a row add their
// sums with an atomic, so sums[row] has to be 0 before, and the order of the additions differs from run to run.
template <unsigned BLOCK>
__global__ void rows_by_pieces(const float* in, float* sums, unsigned cols, unsigned piece) {
  const size_t row = blockIdx.y, first = size_t(blockIdx.x) * piece;
  const size_t end = first + piece < cols ? first + piece : cols;
  const float sum = block_sum<BLOCK>(sum_of_every(in + row * cols, first + threadIdx.x, BLOCK, end));
  if (threadIdx.x == 0) atomicAdd(&sums[row], sum);
}
