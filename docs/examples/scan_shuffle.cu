// Inclusive prefix sums of each block's elements, with shuffles.
#include <cstdio>

#define FULL_MASK 0xffffffff

__device__ __forceinline__ int warp_scan(int x, int lane) {
#pragma unroll
  for (int offset = 1; offset < warpSize; offset <<= 1) {
    int y = __shfl_up_sync(FULL_MASK, x, offset);
    if (lane >= offset) x += y;
  }
  return x;
}

__global__ void __launch_bounds__(512) scan(const int* in, int* out) {
  __shared__ int warp_sums[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int x = warp_scan(in[i], lane);
  if (lane == 31) warp_sums[warp] = x;
  __syncthreads();
  if (warp == 0) {
    int s = lane < blockDim.x / 32 ? warp_sums[lane] : 0;
    warp_sums[lane] = warp_scan(s, lane);
  }
  __syncthreads();
  out[i] = warp > 0 ? x + warp_sums[warp - 1] : x;
}

int main() {
  const int n = 4096, block = 512;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i % 10;
  scan<<<n / block, block>>>(in, out);
  cudaDeviceSynchronize();

  int wrong = 0, sum = 0;
  for (int i = 0; i < n; ++i) {
    sum = i % block == 0 ? in[i] : sum + in[i];
    wrong += out[i] != sum;
  }
  printf("%d sums are wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
