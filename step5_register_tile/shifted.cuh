// Rows of any length. Where rows and cols are not multiples of 4, a float4 fits no row, and even plain stores waste: a
// warp's 128 bytes start anywhere, so they touch 5 sectors, two of them in part, instead of 4.
//
// A row of the output starts (col * rows) % 8 floats behind a sector's start. So this kernel lets every row skip to its
// next sector: the block stores rows first_row + skip to first_row + skip + 63 of it, each warp 4 whole sectors. As
// skip differs from row to row of the output, the block loads 8 rows of the input more than it stores.
//
// 9 loads are in flight per thread before the first is needed, if nothing stands between them. So blocks whose tile
// lies inside the matrix, nearly all, go without tests (WHOLE).
#pragma once

constexpr unsigned SECTOR = 8;  // floats
static_assert(SECTOR * sizeof(float) == 32);
constexpr unsigned SHIFTED_COLS = 128, SHIFTED_ROWS = 64, SHIFTED_THREAD_ROWS = 8;
static_assert(SHIFTED_COLS * SHIFTED_THREAD_ROWS == 1024);

constexpr unsigned SHIFTED_LOADS = (SHIFTED_ROWS + SECTOR) / SHIFTED_THREAD_ROWS;
static_assert((SHIFTED_ROWS + SECTOR) % SHIFTED_THREAD_ROWS == 0);

// Of the tile, a column of the input is a row; their length is odd, so that a column of it lies in 32 banks.
using ShiftedTile = float[SHIFTED_COLS][SHIFTED_ROWS + SECTOR + 1];
static_assert((SHIFTED_ROWS + SECTOR + 1) % 2 == 1);

template <bool WHOLE>
__device__ inline void load_shifted_tile(ShiftedTile& tile, const float* in, unsigned rows, unsigned cols,
                                         unsigned first_row, unsigned first_col) {
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const float* first = in + size_t(first_row + y) * cols + first_col + x;
  float value[SHIFTED_LOADS] = {};
#pragma unroll
  for (unsigned i = 0; i < SHIFTED_LOADS; ++i) {
    const unsigned down = SHIFTED_THREAD_ROWS * i;
    const bool inside = first_row + y + down < rows && first_col + x < cols;
    if (WHOLE || inside) value[i] = first[size_t(down) * cols];
  }
#pragma unroll
  for (unsigned i = 0; i < SHIFTED_LOADS; ++i) tile[x][y + SHIFTED_THREAD_ROWS * i] = value[i];
}

// The 1024 threads are 16 rows of 64 now. A thread goes down 16 rows of the output at a time, a multiple of 8: its skip
// stays the same.
template <bool WHOLE>
__device__ inline void store_shifted_tile(const ShiftedTile& tile, float* out, unsigned rows, unsigned cols,
                                          unsigned first_row, unsigned first_col) {
  constexpr unsigned DOWN = SHIFTED_COLS * SHIFTED_THREAD_ROWS / SHIFTED_ROWS;
  static_assert(DOWN % SECTOR == 0 && SHIFTED_COLS % DOWN == 0);
  const unsigned thread = threadIdx.y * SHIFTED_COLS + threadIdx.x;
  const unsigned x = thread % SHIFTED_ROWS, y = thread / SHIFTED_ROWS;
  const unsigned skip = (0 - (first_col + y) * rows) % SECTOR;
  const unsigned row = first_row + skip + x;
#pragma unroll
  for (unsigned i = 0; i < SHIFTED_COLS; i += DOWN) {
    const unsigned c = y + i, col = first_col + c;
    if (!WHOLE && col >= cols) break;
    float* row_of_output = out + size_t(col) * rows;
    if (WHOLE || row < rows) row_of_output[row] = tile[c][skip + x];
    if (!WHOLE && first_row == 0 && x < skip && x < rows) row_of_output[x] = tile[c][x];  // what all blocks would skip
  }
}

template <bool WHOLE>
__device__ inline void transpose_shifted_tile(ShiftedTile& tile, const float* in, float* out, unsigned rows,
                                              unsigned cols, unsigned first_row, unsigned first_col) {
  load_shifted_tile<WHOLE>(tile, in, rows, cols, first_row, first_col);
  __syncthreads();
  store_shifted_tile<WHOLE>(tile, out, rows, cols, first_row, first_col);
}

__global__ void __launch_bounds__(1024, 2)
    transpose_shifted(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ ShiftedTile tile;
  const unsigned first_row = blockIdx.x * SHIFTED_ROWS;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * SHIFTED_COLS;
  const bool whole = first_row > 0 && first_row + SHIFTED_ROWS + SECTOR <= rows && first_col + SHIFTED_COLS <= cols;
  if (whole) {
    transpose_shifted_tile<true>(tile, in, out, rows, cols, first_row, first_col);
  } else {
    transpose_shifted_tile<false>(tile, in, out, rows, cols, first_row, first_col);
  }
}
