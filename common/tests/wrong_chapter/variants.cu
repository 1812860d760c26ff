// Five ways to be wrong, for the checks of the executables.
#include "ladder/problems/transpose/kernels.hpp"

// Writes each element where it was.
__global__ void not_transposed(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  if (i < rows * cols) out[i] = in[i];
}

// The right result, by luck: nothing makes a warp wait for what another one writes to the tile.
__global__ void without_barrier(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
  if (row + y < rows && col + x < cols) tile[y][x] = in[size_t(row + y) * cols + col + x];
  if (row + x < rows && col + y < cols) out[size_t(col + y) * rows + row + x] = tile[x][y];
}

// No test for the last column.
__global__ void without_bound(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (row < rows) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}

// Too far to the right by two columns, and by one: the last is in the next row of the tile.
__global__ void into_the_next_row(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[33][33];
  const unsigned x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32, col = blockIdx.x * 32;
  if (row + y < rows && col + x < cols) tile[y][x + 2] = in[size_t(row + y) * cols + col + x];
  __syncthreads();
  if (row + x < rows && col + y < cols) out[size_t(col + y) * rows + row + x] = tile[x][y + 1];
}

// A copy whose elements come from one place too far to the right.
__global__ void shifted_copy(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned i = blockIdx.x * 32 + threadIdx.x;
  if (i + 1 < rows * cols) out[i] = in[i + 1];
}

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  return {
      variant("not_transposed", not_transposed, {32, 1}, {32, 1}),
      variant("without_barrier", without_barrier, {32, 32}, {32, 32}),
      variant("into_the_next_row", into_the_next_row, {32, 32}, {32, 32}),
      variant("without_bound", without_bound, {32, 8}, {32, 8}),
      copy_variant("shifted_copy", shifted_copy, {32, 1}, {32, 1}),
  };
}
