// Large launches in two streams, each with a half of an array; with an argument both have the same half.
#include <cstdio>

constexpr int blocks = 500, threads = 64, n = blocks * threads, times = 5;

__global__ void add(float* a) { a[blockIdx.x * threads + threadIdx.x] += 1; }

int main(int count, char**) {
  float* a;
  cudaMallocManaged(&a, 2 * n * sizeof(float));
  cudaMemset(a, 0, 2 * n * sizeof(float));
  cudaDeviceSynchronize();
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  for (int i = 0; i < times; ++i) {
    add<<<blocks, threads, 0, streams[0]>>>(a);
    add<<<blocks, threads, 0, streams[1]>>>(a + (count > 1 ? 0 : n));
  }
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  std::printf("%g %g %g\n", a[0], a[n - 1], a[2 * n - 1]);
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
  cudaFree(a);
}
