// Rows of any length. Where rows and cols are not multiples of 4, a float4 fits no row, and even plain stores waste: a
// warp's 128 bytes start anywhere, so they touch 5 sectors, two of them in part, instead of 4.
//
// A row of the output starts (col * rows) % 8 floats behind a sector's start. So this kernel lets every row skip to its
// next sector: the block stores rows first_row + skip to first_row + skip + 63 of it, each warp 4 whole sectors. As
// skip differs from row to row of the output, the block loads 8 rows of the input more than it stores.
//
// 9 loads are in flight per thread before the first is needed. Three blocks on a multiprocessor leave room for that.
#pragma once

__global__ void __launch_bounds__(512, 3) transpose_shifted(const float* in, float* out, unsigned rows, unsigned cols) {
  constexpr unsigned TILE = 64, THREAD_ROWS = 8, SECTOR = 8;  // a sector is 8 floats
  constexpr unsigned LOADS = (TILE + SECTOR) / THREAD_ROWS;
  __shared__ float tile[TILE][TILE + SECTOR + 1];   // column, row: odd, so that a column of it lies in 32 banks
  const unsigned x = threadIdx.x, y = threadIdx.y;  // 64 x 8
  const unsigned first_row = blockIdx.x * TILE;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;

  float value[LOADS] = {};
#pragma unroll
  for (unsigned i = 0; i < LOADS; ++i) {
    const unsigned row = first_row + y + THREAD_ROWS * i, col = first_col + x;
    if (row < rows && col < cols) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < LOADS; ++i) tile[x][y + THREAD_ROWS * i] = value[i];
  __syncthreads();
#pragma unroll
  for (unsigned c = y; c < TILE; c += THREAD_ROWS) {
    const unsigned col = first_col + c;
    if (col >= cols) continue;
    float* row_of_output = out + size_t(col) * rows;
    const unsigned skip = (SECTOR - size_t(col) * rows % SECTOR) % SECTOR;
    const unsigned row = first_row + skip + x;
    if (row < rows) row_of_output[row] = tile[c][skip + x];
    if (first_row == 0 && x < skip && x < rows) row_of_output[x] = tile[c][x];  // what all blocks would skip
  }
}
