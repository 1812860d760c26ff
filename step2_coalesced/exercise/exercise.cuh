// Exercise of step 2: a tile of 16 rows and 64 columns.
//
//   ./learn exercise step2
//   ./learn hint step2
//
// A block of 32x8 threads takes a tile of 16x64 elements: blockIdx.x counts tiles along the input's columns, blockIdx.y
// along its rows. The way in is written: a warp reads half a row of the tile. The way out is yours. A column of the
// tile is a piece of a row of the output, and only 16 floats long: what does a warp of 32 do with it?
//
// Asked for: the transpose at any size, no hazard, all 32 lanes of a warp at work in every store, and no sector of the
// output that is touched for less than 32 bytes of it.
#pragma once

constexpr unsigned TILE_ROWS = 16, TILE_COLS = 64;

__global__ void transpose_16x64(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[TILE_ROWS][TILE_COLS];
  const unsigned first_row = blockIdx.y * TILE_ROWS, first_col = blockIdx.x * TILE_COLS;

  for (unsigned y = threadIdx.y; y < TILE_ROWS; y += 8) {
    for (unsigned x = threadIdx.x; x < TILE_COLS; x += 32) {
      const unsigned row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
    }
  }
  // --- your code: begin --------------------------------
  // --- your code: end ----------------------------------
}
