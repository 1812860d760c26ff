// Exercise of step 4: a batch of transposes, with float4 loads.
//
//   ./learn exercise step4_vectorized
//   ./learn hint step4_vectorized
//
// `in` holds many matrices of rows x cols floats, one behind the other; `out` their transposes, in the same order.
// Matrix number blockIdx.z is one block's concern, and of that matrix the tile of 32x32 elements at row 32 * blockIdx.y
// and column 32 * blockIdx.x. Blocks have 32x8 threads: one float4 for each thread is the whole tile. cols is a
// multiple of 4, so that no float4 crosses the end of a row, and every one lies at a multiple of 16 bytes.
//
// Asked for: the transposes at any number and size, no hazard, loads of 16 bytes a lane, coalesced both ways, and one
// wavefront for each access to the tile.
#pragma once

__global__ void transpose_batch(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
