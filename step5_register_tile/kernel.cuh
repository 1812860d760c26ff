// Step 5: transpose 4x4 elements in a thread's registers, with 16-byte accesses on both sides.
//
//   ./learn run step5_register_tile
//
// Four float4 are four rows of four columns; seen the other way they are four columns of four rows. So a thread that
// loads one can store the other, and no scalar access is left. (The last kernel, the control, turns nothing in them.)
//
// A float4 must lie at a multiple of 16 bytes. All rows do so where rows and cols are multiples of 4; elsewhere VECTOR
// is false.
#pragma once

// Elements first to first + 3 of a row of `length`; those beyond its end are undefined.
template <bool VECTOR>
__device__ inline float4 load_four(const float* row, unsigned first, unsigned length) {
  if (VECTOR) return *reinterpret_cast<const float4*>(row + first);
  float4 four;
  four.x = row[first];
  if (first + 1 < length) four.y = row[first + 1];
  if (first + 2 < length) four.z = row[first + 2];
  if (first + 3 < length) four.w = row[first + 3];
  return four;
}

template <bool VECTOR>
__device__ inline void store_four(float* row, unsigned first, unsigned length, float4 four) {
  if (VECTOR) {
    *reinterpret_cast<float4*>(row + first) = four;
    return;
  }
  row[first] = four.x;
  if (first + 1 < length) row[first + 1] = four.y;
  if (first + 2 < length) row[first + 2] = four.z;
  if (first + 3 < length) row[first + 3] = four.w;
}

// Four rows of four columns, from (row, col) on, as four columns of four rows.
template <bool VECTOR>
__device__ inline void load_columns(float4 (&column)[4], const float* in, unsigned row, unsigned col, unsigned rows,
                                    unsigned cols) {
  float4 r[4] = {};
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    if (row + i < rows && col < cols) r[i] = load_four<VECTOR>(in + size_t(row + i) * cols, col, cols);
  }
  column[0] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);
  column[1] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y);
  column[2] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z);
  column[3] = make_float4(r[0].w, r[1].w, r[2].w, r[3].w);
}

// Registers only. The block's shape decides what a warp touches, in sectors per request (load, store):
//   32x8: one row of 32 float4, stored to 32 rows of the output:        16, 32 (each half used)
//   16x16: two rows of 16 float4, stored as pairs to 16 rows:           16, 16
//   8x32: four rows of 8 float4, stored as fours to 8 rows:             16, 16
template <bool VECTOR>
__global__ void transpose_register_tile(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned row = 4 * ((blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y);
  if (row >= rows || col >= cols) return;
  float4 column[4];
  load_columns<VECTOR>(column, in, row, col, rows, cols);
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    if (col + i < cols) store_four<VECTOR>(out + size_t(col + i) * rows, row, rows, column[i]);
  }
}

// Register tiles gathered in a shared tile of 64x64, so that a warp stores 256 bytes in a row. The tile holds columns
// of the input as rows of 16 float4. Stored plainly, the lanes x of a quarter-warp would put their column 4*x + i at
// float4 number 64*x + 16*i + y: the same 4 banks for all 8. So column c keeps its float4 number j at position j ^ (c/4
// % 8): the 8 lanes of a quarter-warp, c/4 = x .. x + 7 on the way in, j = x .. x + 7 on the way out, then use all 32
// banks.
//
// WRITE_ORDER: blockIdx.x runs along rows of the output, so that blocks that run together write neighbouring segments
// of the same rows, and memory sees long runs of writes.
template <bool VECTOR, bool WRITE_ORDER>
__global__ void __launch_bounds__(256)
    transpose_through_swizzled(const float* in, float* out, unsigned rows, unsigned cols) {
  constexpr unsigned TILE = 64, THREADS = 16;  // in each direction
  static_assert(TILE == 4 * THREADS && THREADS * THREADS == 256);
  static_assert(TILE / 4 % 8 == 0);  // j ^ 0 .. j ^ 7 stay within a row
  __shared__ float4 tile[TILE][TILE / 4];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned block_y = blockIdx.z * gridDim.y + blockIdx.y;
  const unsigned first_row = (WRITE_ORDER ? blockIdx.x : block_y) * TILE;
  const unsigned first_col = (WRITE_ORDER ? block_y : blockIdx.x) * TILE;

  float4 column[4];
  load_columns<VECTOR>(column, in, first_row + 4 * y, first_col + 4 * x, rows, cols);
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) tile[4 * x + i][y ^ (x % 8)] = column[i];
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREADS) {
    const unsigned c = y + i;
    const unsigned row = first_row + 4 * x, col = first_col + c;
    if (row < rows && col < cols) {
      store_four<VECTOR>(out + size_t(col) * rows, row, rows, tile[c][x ^ (c / 4 % 8)]);
    }
  }
}

// The write order again, with nothing turned in registers: float4 in, the tile by scalars, float4 out. Lane x of a row
// of 16 stores word 4*x + k of a row of 65, or takes word 65 * (4*x + k) of a column: both ways 8 banks, 2 wavefronts,
// and the other 16 lanes lie one bank further. 2 float4 per thread instead of 4, and twice the threads.
template <bool VECTOR>
__global__ void __launch_bounds__(512, 4)
    transpose_through_scalars(const float* in, float* out, unsigned rows, unsigned cols) {
  constexpr unsigned TILE = 64, THREAD_ROWS = 32;
  static_assert(TILE / 4 * THREAD_ROWS == 512);  // a row of threads takes a row of the tile
  static_assert(TILE % 32 == 0 && TILE % THREAD_ROWS == 0);
  __shared__ float tile[TILE][TILE + 1];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned first_row = blockIdx.x * TILE;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;

  float4 four[TILE / THREAD_ROWS] = {};
#pragma unroll
  for (unsigned i = 0; i < TILE / THREAD_ROWS; ++i) {
    const unsigned row = first_row + y + THREAD_ROWS * i, col = first_col + 4 * x;
    if (row < rows && col < cols) four[i] = load_four<VECTOR>(in + size_t(row) * cols, col, cols);
  }
#pragma unroll
  for (unsigned i = 0; i < TILE / THREAD_ROWS; ++i) {
    float* words = &tile[y + THREAD_ROWS * i][4 * x];
    words[0] = four[i].x;
    words[1] = four[i].y;
    words[2] = four[i].z;
    words[3] = four[i].w;
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned c = y + i;
    const unsigned row = first_row + 4 * x, col = first_col + c;
    if (row >= rows || col >= cols) continue;
    float* to = out + size_t(col) * rows + row;
    if (VECTOR) {
      *reinterpret_cast<float4*>(to) =
          make_float4(tile[4 * x][c], tile[4 * x + 1][c], tile[4 * x + 2][c], tile[4 * x + 3][c]);
    } else {
      to[0] = tile[4 * x][c];
      if (row + 1 < rows) to[1] = tile[4 * x + 1][c];
      if (row + 2 < rows) to[2] = tile[4 * x + 2][c];
      if (row + 3 < rows) to[3] = tile[4 * x + 3][c];
    }
  }
}
