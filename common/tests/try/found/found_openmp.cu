// Host code with OpenMP: threads that compute, and threads that each give the GPU a part of the work.
#include <omp.h>

#include <cstdio>

constexpr int n = 1024, parts = 4;

__global__ void twice(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 2 * in[i];
}

int main() {
  int in[n], out[n];
  long sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) in[i] = i;
  const double begin = omp_get_wtime();
  omp_set_num_threads(parts);
#pragma omp parallel
  {
    const int part = omp_get_thread_num(), count = n / parts, first = part * count;
    int *a, *b;
    cudaMalloc(&a, count * sizeof(int));
    cudaMalloc(&b, count * sizeof(int));
    cudaMemcpy(a, in + first, count * sizeof(int), cudaMemcpyHostToDevice);
    twice<<<count / 64, 64>>>(a, b, count);
    cudaMemcpy(out + first, b, count * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
  }
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += out[i];
  const bool right = sum == long{n} * (n - 1) && omp_get_wtime() >= begin;
  std::printf("%s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
