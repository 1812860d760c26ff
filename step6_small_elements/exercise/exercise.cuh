// Exercise of step 6: transpose a square matrix of 2-byte elements in place, by words.
//
//   ./learn exercise step6_small_elements
//   ./learn hint step6_small_elements
//
// There is one matrix of n x n elements, n even, and no second one to write to. Element (r, c) has to change places
// with (c, r), and so has a tile with the tile on the other side of the diagonal. Blocks have 32x8 threads, and there
// is one for each tile of 64x64: blockIdx.x counts tiles along the columns, blockIdx.y along the rows. A row of a tile
// is 32 words. Blocks run in any order, and nothing makes one wait for another.
//
// Asked for: the transpose at any even n, no hazard, words alone (a request moves 32 of them), every tile read once and
// written once (those on the diagonal may be twice), and one wavefront for each access to shared memory.
#pragma once

using Word = unsigned;

// Two words of 2 elements: 0 1 | 2 3 becomes 0 2 | 1 3.
__device__ inline void turn_2x2(Word& above, Word& below) {
  const Word left = __byte_perm(above, below, 0x5410);
  below = __byte_perm(above, below, 0x7632);
  above = left;
}

__global__ void transpose_in_place(unsigned short* matrix, unsigned n) {
  __shared__ Word upper[2][32][33], lower[2][32][33];
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
