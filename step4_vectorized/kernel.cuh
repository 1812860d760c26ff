// Step 4: move 16 bytes per lane and instruction.
//
//   ./learn run step4_vectorized
//
// A float4 load moves 32 * 16 / 32 = 16 sectors with one request where scalar loads need four: a quarter of the
// instructions for the same bytes. The four floats then belong to four rows of the output, so something has to spread
// them. Three ways, from bad to good.
//
// A float4 must lie at a multiple of 16 bytes. Rows do so where cols is a multiple of 4; elsewhere VECTOR is false.
#pragma once

// Columns col to col + 3 of a row; those beyond the row's end are undefined.
template <bool VECTOR>
__device__ inline float4 load_four(const float* row, unsigned col, unsigned cols) {
  if (VECTOR) return *reinterpret_cast<const float4*>(row + col);
  float4 four;
  four.x = row[col];
  if (col + 1 < cols) four.y = row[col + 1];
  if (col + 2 < cols) four.z = row[col + 2];
  if (col + 3 < cols) four.w = row[col + 3];
  return four;
}

// Load four, store one by one: a store's lanes are whole rows of the output apart, 32 sectors, as in step 1.
template <bool VECTOR>
__global__ void transpose_float4_loads(const float* in, float* out, unsigned rows, unsigned cols) {
  const unsigned col = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const unsigned row = (blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const float4 four = load_four<VECTOR>(in + size_t(row) * cols, col, cols);
  out[size_t(col) * rows + row] = four.x;
  if (col + 1 < cols) out[size_t(col + 1) * rows + row] = four.y;
  if (col + 2 < cols) out[size_t(col + 2) * rows + row] = four.z;
  if (col + 3 < cols) out[size_t(col + 3) * rows + row] = four.w;
}

// A tile of 32 rows and 128 columns, for blocks of 32x8.
constexpr unsigned ROWS = 32, COLS = 128, THREAD_ROWS = 8;
static_assert(COLS == 32 * 4);  // a warp loads a row of the tile, a float4 per lane
static_assert(ROWS == 32);      // and stores a column, a float per lane
static_assert(ROWS % THREAD_ROWS == 0 && COLS % THREAD_ROWS == 0);

// Through the tile as it is: lane l reads column c at word 128*l + c, in bank c: 32 wavefronts. A float4 store takes 4,
// which is the least for 512 bytes.
template <bool VECTOR>
__global__ void transpose_float4_tile(const float* in, float* out, unsigned rows, unsigned cols) {
  alignas(16) __shared__ float tile[ROWS][COLS];
  const unsigned x = threadIdx.x;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * ROWS;
  const unsigned first_col = blockIdx.x * COLS;

#pragma unroll
  for (unsigned i = 0; i < ROWS; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y, col = first_col + 4 * x;
    if (row < rows && col < cols) {
      *reinterpret_cast<float4*>(&tile[y][4 * x]) = load_four<VECTOR>(in + size_t(row) * cols, col, cols);
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < COLS; i += THREAD_ROWS) {
    const unsigned c = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + c;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][c];
  }
}

// Padded: lane l reads column c at word 129*l + c, in bank (l + c) % 32, one wavefront. But rows of 129 words do not
// all start at multiples of 16 bytes, so the four floats go in one by one. With all 32 lanes on one row, lane q would
// store at word 129*y + 4*q + k: 8 banks, 4 wavefronts. So a warp takes 8 float4 of 4 rows: lane 8*r + q stores at
// 129*(y + r) + 4*q + k, in bank (y + r + 4*q + k) % 32. r is 0..3, and 4*q is 0, 4, .. 28: all 32 banks. The same with
// rows of 65 words, in a tile of 64x64.
template <unsigned TILE_ROWS, unsigned TILE_COLS, bool VECTOR>
__global__ void transpose_float4_padded(const float* in, float* out, unsigned rows, unsigned cols) {
  static_assert(TILE_ROWS % (4 * THREAD_ROWS) == 0 && TILE_COLS % 32 == 0);  // a warp: 4 rows, 8 float4 of each
  __shared__ float tile[TILE_ROWS][TILE_COLS + 1];
  const unsigned x = threadIdx.x;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE_ROWS;
  const unsigned first_col = blockIdx.x * TILE_COLS;

#pragma unroll
  for (unsigned i = 0; i < TILE_ROWS; i += 4 * THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE_COLS; j += 32) {
      const unsigned y = i + 4 * threadIdx.y + x / 8, c = j + 4 * (x % 8);
      const unsigned row = first_row + y, col = first_col + c;
      if (row < rows && col < cols) {
        const float4 four = load_four<VECTOR>(in + size_t(row) * cols, col, cols);
        tile[y][c] = four.x;
        tile[y][c + 1] = four.y;
        tile[y][c + 2] = four.z;
        tile[y][c + 3] = four.w;
      }
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE_COLS; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE_ROWS; j += 32) {
      const unsigned y = x + j, c = threadIdx.y + i;
      const unsigned row = first_row + y, col = first_col + c;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[y][c];
    }
  }
}
