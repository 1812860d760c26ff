// First steps, 3: two dimensions.
//
//   ./learn exercise first_steps_3
//   ./learn hint first_steps_3
//
// A matrix of rows x cols floats, stored row by row, and its mirror image: what is in column 0 goes to the last column
// of the same row. A block has 32x8 threads. blockIdx.x and threadIdx.x count columns, blockIdx.y and threadIdx.y rows;
// there are as many blocks each way as are needed to cover the matrix.
//
// Asked for: the result at any size, with no more requests than one thread for each element makes, each of 4 sectors
// (step 1 says what that is; if threadIdx.x counts columns, it comes by itself), and no access outside.
#pragma once

__global__ void mirror(const float* in, float* out, unsigned rows, unsigned cols) {
  // --- your code: begin --------------------------------
  const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) out[size_t(row) * cols + cols - 1 - col] = in[size_t(row) * cols + col];
  // --- your code: end ----------------------------------
}
