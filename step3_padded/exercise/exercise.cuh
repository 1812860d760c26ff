// Exercise of step 3: pad against swizzle, for double.
//
//   ./learn exercise step3
//   ./learn hint step3
//
// A double is two words of four bytes, in two banks. Accesses of 8 bytes are served for 16 lanes at a time, so a warp
// needs at least 2 wavefronts. Below are two ways to keep a tile of 32x32 doubles. `Padded` is written: 33 doubles a
// row. `Swizzled` has only 32, and keeps every element where a plain tile would: its columns conflict. Give each row an
// order of its own, so that a column has no conflict.
//
// Asked for: the transpose at any size, no hazard, and 2 wavefronts for each load and store of a warp, both ways.
#pragma once

// Where the element of that row and column lies in the tile.
struct Padded {
  static constexpr unsigned doubles = 32 * 33;
  __device__ static unsigned place(unsigned row, unsigned col) { return row * 33 + col; }
};

struct Swizzled {
  static constexpr unsigned doubles = 32 * 32;
  __device__ static unsigned place(unsigned row, unsigned col) {
    unsigned position = col;  // in the row
    // --- your code: begin --------------------------------
    // --- your code: end ----------------------------------
    return row * 32 + position;
  }
};

// Blocks of 32x8 threads, one for each tile of 32x32.
template <typename Layout>
__global__ void transpose_doubles(const double* in, double* out, unsigned rows, unsigned cols) {
  __shared__ double tile[Layout::doubles];
  const unsigned x = threadIdx.x;
  const unsigned first_row = blockIdx.y * 32, first_col = blockIdx.x * 32;
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile[Layout::place(y, x)] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = first_row + x, col = first_col + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[Layout::place(x, y)];
  }
}
