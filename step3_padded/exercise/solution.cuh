// Exercise of step 3: where a pad cannot help, for double.
//
//   ./learn exercise step3_padded
//   ./learn hint step3_padded
//
// A tall tile: 128 rows of 8 doubles. It is filled by rows and read by columns. A double is two words, in two banks,
// and accesses of 8 bytes are served for 16 lanes at a time; so a warp needs at least 2 wavefronts. On the way in, 16
// lanes take two rows of the tile; on the way out, 16 rows of one column.
//
// `Padded` has 9 doubles a row. Its columns have no conflict, and its rows now have one: the exercise's report shows
// it. `Swizzled` has 8, and keeps every element where a plain tile would: its columns conflict. Give each row an order
// of its own, so that neither has a conflict. The swizzle of `swizzled_32x8` in kernel.cuh does not fit.
//
// Asked for: the transpose at any size, no hazard, and in `Swizzled` 2 wavefronts for each load and store of a warp,
// both ways.
#pragma once

constexpr unsigned TILE_ROWS = 128, TILE_COLS = 8;

// Where the element of that row and column lies in the tile.
struct Padded {
  static constexpr unsigned doubles = TILE_ROWS * (TILE_COLS + 1);
  __device__ static unsigned place(unsigned row, unsigned col) { return row * (TILE_COLS + 1) + col; }
};

struct Swizzled {
  static constexpr unsigned doubles = TILE_ROWS * TILE_COLS;
  __device__ static unsigned place(unsigned row, unsigned col) {
    unsigned position = col;  // in the row
    // --- your code: begin --------------------------------
    position = col ^ (row / 2 % TILE_COLS);
    // --- your code: end ----------------------------------
    return row * TILE_COLS + position;
  }
};

// Blocks of 32x8 threads, one for each tile.
template <typename Layout>
__global__ void transpose_doubles(const double* in, double* out, unsigned rows, unsigned cols) {
  __shared__ double tile[Layout::doubles];
  const unsigned first_row = blockIdx.y * TILE_ROWS, first_col = blockIdx.x * TILE_COLS;
  const unsigned lane = threadIdx.x;
  for (unsigned y = 4 * threadIdx.y + lane / 8; y < TILE_ROWS; y += 32) {  // a warp: four rows of 8
    const unsigned x = lane % 8, row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile[Layout::place(y, x)] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = lane; y < TILE_ROWS; y += 32) {  // a warp: 32 rows of a column
    const unsigned x = threadIdx.y, row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[Layout::place(y, x)];
  }
}
