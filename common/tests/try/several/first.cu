// One of two files: main(), and a device function that the other file's kernel calls.
#include <cstdio>

#include "times.h"

__device__ int scaled(int value) { return TIMES * value; }

// The other file has others that are called the same.
static __global__ void add(int* values) { values[threadIdx.x] += 1; }
template <typename T>
static __global__ void add_more(T* values) {
  values[threadIdx.x] += 10;
}

int main() {
  int *values, result[64];
  cudaMalloc(&values, sizeof(result));
  for (int i = 0; i < 64; ++i) result[i] = i;
  cudaMemcpy(values, result, sizeof(result), cudaMemcpyHostToDevice);
  launch_times(values, 64);
  add<<<1, 64>>>(values);
  add_more<<<1, 64>>>(values);
  cudaMemcpy(result, values, sizeof(result), cudaMemcpyDeviceToHost);
  cudaFree(values);
  printf("last is %d\n", result[63]);
}
