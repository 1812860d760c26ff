// Step 3: pad the tile, so that a column lies in 32 different banks.
//
//   ./learn run step3_padded
//
// Step 2 reads its tile by columns: lane l reads word 32*l + c, and (32*l + c) % 32 = c: one bank, 32 wavefronts.
// One unused word per row makes it (33*l + c) % 32 = (l + c) % 32: 32 banks, one wavefront.
#pragma once

// A block of 32 x THREAD_ROWS threads moves a tile of TILE x TILE. 64 is a multiple of 32, so its rows want a pad of 1
// just the same: (65*l + c) % 32 = (l + c) % 32.
template <unsigned TILE, unsigned THREAD_ROWS, unsigned PAD>
__global__ void transpose_padded(const float* in, float* out, unsigned rows, unsigned cols) {
  static_assert(TILE % 32 == 0 && TILE % THREAD_ROWS == 0);
  __shared__ float tile[TILE][TILE + PAD];
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;

#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x, col = first_col + y;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];
    }
  }
}

// The other way out, with no word unused: row y keeps its column x at position x ^ y. Lane l then reads column c at
// word 32*l + (c ^ l), in bank c ^ l: again 32 different ones.
template <unsigned THREAD_ROWS>
__global__ void transpose_swizzled(const float* in, float* out, unsigned rows, unsigned cols) {
  constexpr unsigned TILE = 32;
  static_assert(TILE % THREAD_ROWS == 0);
  __shared__ float tile[TILE][TILE];
  const unsigned x = threadIdx.x;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;
  const unsigned first_col = blockIdx.x * TILE;

#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile[y][x ^ y] = in[size_t(row) * cols + col];
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y ^ x];
  }
}
