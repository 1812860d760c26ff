// A 5 x 5 filter over an image, its description passed by value.
#include <cstdio>

#define RADIUS 2
#define TILE 16
#define SIDE (TILE + 2 * RADIUS)

struct Image {
  int width, height, pitch;
  __host__ __device__ bool contains(int x, int y) const { return x >= 0 && y >= 0 && x < width && y < height; }
};

__constant__ float filter[2 * RADIUS + 1][2 * RADIUS + 1] = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}};

__global__ void convolve(Image image, const float* in, float* out) {
  __shared__ float tile[SIDE][SIDE];
  const int left = blockIdx.x * TILE - RADIUS, top = blockIdx.y * TILE - RADIUS;
  for (int y = threadIdx.y; y < SIDE; y += blockDim.y)
    for (int x = threadIdx.x; x < SIDE; x += blockDim.x)
      tile[y][x] = image.contains(left + x, top + y) ? in[(top + y) * image.pitch + left + x] : 0.f;
  __syncthreads();
  const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (!image.contains(x, y)) return;
  float sum = 0;
  for (int dy = 0; dy <= 2 * RADIUS; ++dy)
    for (int dx = 0; dx <= 2 * RADIUS; ++dx) sum += filter[dy][dx] * tile[threadIdx.y + dy][threadIdx.x + dx];
  out[y * image.pitch + x] = sum / 256;
}

int main() {
  const Image image{120, 70, 120};
  const int count = image.pitch * image.height;
  float *in, *out;
  cudaMallocManaged(&in, count * sizeof(float));
  cudaMallocManaged(&out, count * sizeof(float));
  for (int i = 0; i < count; ++i) in[i] = 1;
  const dim3 block(TILE, TILE), grid((image.width + TILE - 1) / TILE, (image.height + TILE - 1) / TILE);
  convolve<<<grid, block>>>(image, in, out);
  cudaDeviceSynchronize();

  // Of an image that is 1 everywhere the middle stays 1; a corner sees a part of the filter.
  const float middle = out[35 * image.pitch + 60], corner = out[0];
  printf("middle %g, corner %g\n", middle, corner);
  cudaFree(in);
  cudaFree(out);
  return middle == 1 && corner == 121.f / 256 ? 0 : 1;
}
