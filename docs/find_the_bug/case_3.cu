// A transpose through a padded tile, blocks of 32x8.
//
// Right at 256 x 256, 1024 x 1024 and 4096 x 2048. A user with 100 x 70 finds zeros at the end of the output's rows,
// and whole rows of zeros. He has read the kernel ten times, and finds it right.
//
// try: transpose rows=100 cols=70 grid=cols/32,rows/32 block=32,8 kernel=transpose(in, out, rows, cols)

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  const unsigned x = threadIdx.x;
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = blockIdx.y * 32 + y, col = blockIdx.x * 32 + x;
    if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    const unsigned row = blockIdx.y * 32 + x, col = blockIdx.x * 32 + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];
  }
}
