// A program as one finds it.
#include <cuda_runtime.h>
#include <stdio.h>

int iDivUp(int a, int b) { return a % b != 0 ? a / b + 1 : a / b; }

__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
  if (i == 0) printf("block %d of %d, thread %d: y[0] = %f\n", blockIdx.x, gridDim.x, threadIdx.x, y[0]);
}

int main() {
  const int N = 1000;
  float *x, *y;
  cudaMallocManaged(&x, N * sizeof(float));
  cudaMallocManaged(&y, N * sizeof(float));
  for (int i = 0; i < N; i++) {
    x[i] = 1.0f;
    y[i] = 2.0f;
  }
  saxpy<<<iDivUp(N, 256), 256>>>(N, 2.0f, x, y);
  cudaDeviceSynchronize();
  printf("y[0] = %f\n", y[0]);
  cudaFree(x);
  cudaFree(y);
}
