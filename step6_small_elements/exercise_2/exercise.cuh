// The second exercise of step 6: many matrices of 8x8 elements of 2 bytes, in registers alone.
//
//   ./learn exercise step6_small_elements_2
//   ./learn hint step6_small_elements_2
//
// Matrices of 8x8 elements lie one behind the other, and so do their transposes. A matrix is 128 bytes: 32 words, a
// word for each lane of a warp. Blocks have 256 threads, and each warp has one matrix: in all, warps number 0, 1, 2, ..
// have matrices number 0, 1, 2, .. The last block may have more warps than there are matrices.
//
// Lane l loads word l of its matrix: a pair of elements of row l / 4. It has to store word l of the transpose, which is
// made of two other lanes' words. __shfl_sync(0xffffffff, word, lane) gives the word of another lane; all 32 lanes of
// the warp have to call it.
//
// Asked for: the transposes of any number of matrices, no hazard, one load and one store of a word by each lane, and no
// shared memory.
#pragma once

using Word = unsigned;

__global__ void transpose_8x8(const unsigned short* in, unsigned short* out, unsigned matrices) {
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
