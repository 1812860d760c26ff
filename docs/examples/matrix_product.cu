// c = a * b, with a tile of each in dynamic shared memory.
#include <cstdio>

extern __shared__ float tiles[];

__global__ void multiply(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int n) {
  float* As = tiles;
  float* Bs = tiles + 16 * 16;
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    As[ty * 16 + tx] = A[row * n + k + tx];
    Bs[ty * 16 + tx] = B[(k + ty) * n + col];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 16; ++i) sum += As[ty * 16 + i] * Bs[i * 16 + tx];
    __syncthreads();
  }
  C[row * n + col] = sum;
}

int main() {
  const int n = 128;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; ++i) {
    a[i] = i % 7;
    b[i] = i % 11;
  }
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16), 2 * 16 * 16 * sizeof(float)>>>(a, b, c, n);
  cudaDeviceSynchronize();

  int wrong = 0;
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      float sum = 0;
      for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
      wrong += c[row * n + col] != sum;  // whole numbers: no rounding
    }
  }
  printf("%d elements are wrong\n", wrong);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return wrong != 0;
}
