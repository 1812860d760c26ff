// A host that divides by 0, behind a kernel with a race.
#include <cstdio>

__global__ void shift(int* a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int argc, char**) {
  int* a;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMemset(a, 0, 64 * sizeof(int));
  shift<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  printf("%d\n", 7 / (argc - 1));
  cudaFree(a);
}
