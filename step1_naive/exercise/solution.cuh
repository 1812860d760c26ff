// Exercise of step 1: coalesce the writes.
//
//   ./learn exercise step1_naive
//   ./learn hint step1_naive
//
// `transpose_looped` in kernel.cuh takes a patch of 32x32 elements with 32x8 threads, four elements a thread. Its lanes
// read along a row of the input (4 sectors) and write along a column of the output (32). Turn it round: let them write
// along a row of the output, and read along a column of the input.
//
// The launch stays what it is: a block for each patch, blockIdx.x along the input's columns, blockIdx.y along its rows
// (which are few enough to need no block_y()).
// Asked for: the transpose at any size, no hazard, and 4 sectors for each store of a warp.
#pragma once

__global__ void transpose_coalesced_stores(const float* in, float* out, unsigned rows, unsigned cols) {
  // --- your code: begin --------------------------------
  const unsigned row = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x * 32 + threadIdx.y + i;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
  }
  // --- your code: end ----------------------------------
}
