// <cuda/cmath> on both sides, and the one function of the driver that programs call before the runtime.
#include <cuda.h>

#include <cstdio>
#include <cuda/cmath>

__global__ void divide(unsigned long long* out, unsigned n) {
  out[threadIdx.x] = cuda::ceil_div(n, threadIdx.x + 1) + cuda::round_up(threadIdx.x, 8ull);
}

int main() {
  constexpr int n = 100, threads = 32;
  static_assert(cuda::ceil_div(n, threads) == 4 && cuda::ceil_div(0, 3) == 0 && cuda::ceil_div(6, 3) == 2);
  static_assert(cuda::ceil_div(~0u, 2u) == 1u << 31 && cuda::ceil_div(5, 2l) == 3l);
  static_assert(cuda::round_up(n, threads) == 128 && cuda::round_down(n, threads) == 96 &&
                cuda::round_up(64, 32) == 64);
  unsigned long long *out, host[threads], sum = 0;
  int failures = cuInit(0) != CUDA_SUCCESS || cuInit(1) != CUDA_ERROR_INVALID_VALUE;
  cudaMalloc(&out, sizeof host);
  divide<<<1, threads>>>(out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (unsigned long long value : host) sum += value;
  std::printf("%d failures, %llu\n", failures, sum);
  cudaFree(out);
}
