// A transpose as a template. Two launches: with an unused word in each row of the tile, and without.
//
// try: transpose rows=1000 cols=777 grid=(cols+31)/32,(rows+31)/32 block=32,8
//   kernel=transpose<32, 8, 1>(out, in, cols, rows)
// try: transpose rows=1000 cols=777 grid=(cols+31)/32,(rows+31)/32 block=32,8
//   kernel=transpose<32, 8, 0>(out, in, cols, rows)

template <int TILE_DIM, int BLOCK_ROWS, int PAD>
__global__ void transpose(float* __restrict__ odata, const float* __restrict__ idata, int width, int height) {
  __shared__ float tile[TILE_DIM][TILE_DIM + PAD];
  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = idata[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE_DIM + threadIdx.x;
  y = blockIdx.x * TILE_DIM + threadIdx.y;
  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
    if (x < height && y + j < width) odata[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
