// NEW_CHAPTER: TODO what is new in it.
//
//   ./learn run NEW_CHAPTER
#pragma once

// TODO: why the kernel is as it is. A block of 32x8 threads moves a tile of 32x32.
__global__ void transpose_mine(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * 32;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * 32;
  // TODO
}
