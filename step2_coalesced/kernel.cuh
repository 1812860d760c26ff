// Step 2: coalesce both sides, by way of a tile in shared memory.
//
//   ./learn run step2_coalesced
//
// A block reads a tile of 32x32 by rows, waits, and writes it by columns. Now every lane of a warp reads and writes
// next to its neighbour: 4 sectors a request on both sides, where step 1 paid 32 on one.
//
// What it pays instead: shared memory has 32 banks of 4 bytes, and word w lies in bank w % 32. Lane l reads the column
// c of the tile at word 32*l + c, and (32*l + c) % 32 = c. All 32 lanes want the same bank: 32 wavefronts.
#pragma once

constexpr unsigned TILE = 32;

// A block has 32 x THREAD_ROWS threads: with 8 rows each thread carries four elements, all in flight at once.
template <unsigned THREAD_ROWS>
__global__ void transpose_tile(const float* in, float* out, unsigned rows, unsigned cols) {
  static_assert(TILE == 32 && TILE % THREAD_ROWS == 0);
  __shared__ float tile[TILE][TILE];
  const unsigned x = threadIdx.x;
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;

#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;  // x now runs along the output's row
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];
  }
}
