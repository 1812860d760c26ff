// One thread that does all: it is observed for a time, and what comes then is right all the same.
#include <cstdio>

__global__ void all(const float* in, float* out, int* counts, int n) {
  __shared__ float before;
  for (int i = 0; i < n; ++i) {
    if (i > 0) out[i] = in[i] + before;
    before = in[i];
    atomicAdd(&counts[i % 2], 1);
  }
}

int main() {
  constexpr int n = 1 << 23;
  static float host[n];
  float *in, *out;
  int* counts;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&counts, 2 * sizeof(int));
  cudaMemset(counts, 0, 2 * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = float(i % 1000);
  all<<<1, 1>>>(in, out, counts, n);
  cudaMemcpy(host + 1, out + 1, (n - 1) * sizeof(float), cudaMemcpyDeviceToHost);
  int counted[2], wrong = 0;
  cudaMemcpy(counted, counts, sizeof counted, cudaMemcpyDeviceToHost);
  for (int i = 1; i < n; ++i) wrong += host[i] != float(i % 1000) + float((i - 1) % 1000);
  std::printf("%d wrong, %d and %d\n", wrong, counted[0], counted[1]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(counts);
}
