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
  if (blockIdx.x < blockIdx.y) return;  // the block on the other side of the diagonal moves both tiles
  const unsigned x = threadIdx.x;
  const unsigned a = blockIdx.y * 64, b = blockIdx.x * 64;
  for (unsigned group = threadIdx.y; group < 32; group += 8) {
    Word up[2] = {}, low[2] = {};
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned row = 2 * group + i, col = 2 * x;
      if (a + row < n && b + col < n) up[i] = *reinterpret_cast<Word*>(matrix + size_t(a + row) * n + b + col);
      if (b + row < n && a + col < n) low[i] = *reinterpret_cast<Word*>(matrix + size_t(b + row) * n + a + col);
    }
    turn_2x2(up[0], up[1]);
    turn_2x2(low[0], low[1]);
    for (unsigned i = 0; i < 2; ++i) {
      upper[i][x][group] = up[i];
      lower[i][x][group] = low[i];
    }
  }
  __syncthreads();
  for (unsigned group = threadIdx.y; group < 32; group += 8) {
    for (unsigned i = 0; i < 2; ++i) {
      const unsigned row = 2 * group + i, col = 2 * x;
      if (a + row < n && b + col < n) {
        *reinterpret_cast<Word*>(matrix + size_t(a + row) * n + b + col) = lower[i][group][x];
      }
      if (b + row < n && a + col < n) {
        *reinterpret_cast<Word*>(matrix + size_t(b + row) * n + a + col) = upper[i][group][x];
      }
    }
  }
  // --- your code: end ----------------------------------
}
