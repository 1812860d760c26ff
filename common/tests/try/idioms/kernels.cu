// Kernels as programs declare them.
#include <cstdio>

#define N 64

// Two of one name.
__global__ void fill(int* to, int value) { to[threadIdx.x] = value; }
__global__ void fill(float* to, float value = 1.5f) { to[threadIdx.x] = value; }

int main() {
  int* numbers;
  float* fractions;
  cudaMalloc(&numbers, N * sizeof(int));
  cudaMalloc(&fractions, N * sizeof(float));
  fill<<<1, N>>>(numbers, 7);
  fill<<<1, N>>>(fractions);
  int n[N];
  float f[N];
  cudaMemcpy(n, numbers, sizeof n, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, fractions, sizeof f, cudaMemcpyDeviceToHost);
  cudaFree(numbers);
  cudaFree(fractions);
  for (int i = 0; i < N; ++i) {
    if (n[i] != 7 || f[i] != 1.5f) return 1;
  }
  return 0;
}
