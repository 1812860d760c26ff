// A transpose as a template. Two launches: with an unused word in each row of the tile, and without.
#include <cstdio>

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

int main() {
  const int width = 777, height = 1000;
  float *in, *out;
  cudaMallocManaged(&in, width * height * sizeof(float));
  cudaMallocManaged(&out, width * height * sizeof(float));
  for (int i = 0; i < width * height; ++i) in[i] = i;
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 31) / 32);
  transpose<32, 8, 1><<<grid, block>>>(out, in, width, height);
  transpose<32, 8, 0><<<grid, block>>>(out, in, width, height);
  cudaDeviceSynchronize();

  int wrong = 0;
  for (int i = 0; i < width * height; ++i) wrong += out[i % width * height + i / width] != in[i];
  printf("%d elements are wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
