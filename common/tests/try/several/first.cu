// One of two files: main(), and a device function that the other file's kernel calls.
#include <cstdio>

#include "times.h"

__device__ int scaled(int value) { return TIMES * value; }

static __global__ void add(int* values) { values[threadIdx.x] += 1; }  // the other file has another one

int main() {
  int *values, result[64];
  cudaMalloc(&values, sizeof(result));
  for (int i = 0; i < 64; ++i) result[i] = i;
  cudaMemcpy(values, result, sizeof(result), cudaMemcpyHostToDevice);
  launch_times(values, 64);
  add<<<1, 64>>>(values);
  cudaMemcpy(result, values, sizeof(result), cudaMemcpyDeviceToHost);
  cudaFree(values);
  printf("last is %d\n", result[63]);
}
