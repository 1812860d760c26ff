// What asks for __CUDA_ARCH__ is one thing for the host and another one for the device. Ends with 0 where each side got
// its own, and the lines are those of this file.
#include <cstdio>
#ifndef __CUDA_ARCH__
#include <numeric>
#include <vector>
#endif

#include "sides.h"

#ifndef __CUDA_ARCH__
static int sum_of_three() {
  const std::vector<int> values = {1, 2, 3};
  return std::accumulate(values.begin(), values.end(), 0);
}
namespace host_alone {
struct Six {
  int value = sum_of_three();
};
}  // namespace host_alone
#else
__device__ int sum_of_three() { return 3; }
#endif

#if __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double value) { return *address += value; }
#endif

__host__ __device__ char side() {
#ifdef __CUDA_ARCH__
  return 'd';
#else

  return __builtin_LINE() == 34 ? 'h' : '?';
#endif
}

template <typename T>
__host__ __device__ T of_template(T) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  return T('d');
#else
  return T('h');
#endif
}

__host__ __device__ constexpr int constant() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 2;
#endif
}
static_assert(constant() == 2, "the host's");

const char* host_function() {
#ifdef __CUDA_ARCH__
  return "device";
#else
  return __builtin_LINE() == 60 ? "host" : "elsewhere";
#endif
}

__device__ char device_function() {
#ifdef __CUDA_ARCH__
  return 'd';
#else
  return 'h';
#endif
}

__global__ void kernel(char* out, double* sum) {
  out[0] = side();
  out[1] = side_in_header();
  out[2] = device_function();
  out[3] = of_template(' ');
#if __CUDA_ARCH__ >= 700
  out[4] = 'd';
#else
  out[4] = 'h';
#endif
  out[5] = Holder().of_member();
  out[6] = sum_of_three() == 3 ? 'd' : 'h';
  out[7] = constant() == 1 ? 'd' : 'h';
  atomicAdd(sum, 1.0);
}

int main() {
  char* out;
  double* sum;
  cudaMallocManaged(&out, 9);
  cudaMallocManaged(&sum, sizeof(double));
  *sum = 0;
  kernel<<<1, 1>>>(out, sum);
  cudaDeviceSynchronize();
  out[8] = '\0';
  const char host[] = {side(), side_in_header(), of_template(' '), Holder().of_member(), '\0'};
#ifndef __CUDA_ARCH__
  printf("%s %s %s, line %d\n", out, host, host_function(), __builtin_LINE());
#else
  printf("the host takes the device's text\n");
#endif
  cudaFree(out);
  cudaFree(sum);
}
