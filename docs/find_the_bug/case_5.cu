// A transpose through a swizzled tile. It was right with tiles of 32 x 32 and blocks of 32x16 threads. To use more of
// the shared memory, somebody has changed TILE to 48, and the block to 48x16.
//
// Now some elements are wrong, although no access is out of bounds.
//
// try: transpose rows=96 cols=96 grid=(cols+47)/48,(rows+47)/48 block=48,16 kernel=transpose(in, out, rows, cols)

constexpr unsigned TILE = 48;

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[TILE][TILE];
  const unsigned x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < TILE; y += 16) {
    const unsigned row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    if (row < rows && col < cols) tile[y][x ^ (y % 32)] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < TILE; y += 16) {
    const unsigned row = blockIdx.y * TILE + x, col = blockIdx.x * TILE + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y ^ (x % 32)];
  }
}
