// Exercise of step 5: transpose a square matrix in place.
//
//   ./learn exercise step5_register_tile
//   ./learn hint step5_register_tile
//
// There is one matrix of n x n floats and no second one to write to. Element (r, c) has to change places with (c, r),
// and so has a tile with the tile on the other side of the diagonal. Blocks have 32x8 threads, and there is one for
// each tile of 32x32: blockIdx.x counts tiles along the columns, blockIdx.y along the rows. Blocks run in any order,
// and nothing makes one wait for another.
//
// Asked for: the transpose at any n, no hazard, every tile read once and written once (those on the diagonal may be
// twice), coalesced, and one wavefront for each access to shared memory.
#pragma once

__global__ void transpose_in_place(float* matrix, unsigned n) {
  __shared__ float upper[32][33], lower[32][33];
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
