// Exercise of step 4: a batch of transposes, with float4 loads.
//
//   ./learn exercise step4_vectorized
//   ./learn hint step4_vectorized
//
// `in` holds many matrices of rows x cols floats, one behind the other; `out` their transposes, in the same order.
// Matrix number blockIdx.z is one block's concern, and of that matrix the tile of 32x32 elements at row 32 * blockIdx.y
// and column 32 * blockIdx.x. Blocks have 32x8 threads: one float4 for each thread is the whole tile. cols is a
// multiple of 4, so that no float4 crosses the end of a row, and every one lies at a multiple of 16 bytes.
//
// Asked for: the transposes at any number and size, no hazard, loads of 16 bytes a lane, coalesced both ways, and one
// wavefront for each access to the tile.
#pragma once

__global__ void transpose_batch(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  // --- your code: begin --------------------------------
  const size_t matrix = size_t(blockIdx.z) * rows * cols;
  const unsigned first_row = blockIdx.y * 32, first_col = blockIdx.x * 32;
  const unsigned x = threadIdx.x, y = threadIdx.y;

  // A warp takes 8 float4 of 4 rows: lane 8*r + q stores at 33*(4*y + r) + 4*q + k, in 32 different banks.
  const unsigned r = 4 * y + x / 8, c = 4 * (x % 8);
  if (first_row + r < rows && first_col + c < cols) {
    const float* from = in + matrix + size_t(first_row + r) * cols + first_col + c;
    const float4 four = *reinterpret_cast<const float4*>(from);
    tile[r][c] = four.x;
    tile[r][c + 1] = four.y;
    tile[r][c + 2] = four.z;
    tile[r][c + 3] = four.w;
  }
  __syncthreads();
  for (unsigned i = y; i < 32; i += 8) {
    const unsigned row = first_row + x, col = first_col + i;
    if (row < rows && col < cols) out[matrix + size_t(col) * rows + row] = tile[x][i];
  }
  // --- your code: end ----------------------------------
}
