// Three streams, each with a third of an array that begins in the middle of a sector; with an argument each third
// reaches into the next one.
#include <cstdio>

constexpr int streams = 3, third = 8 * 128 + 3;

__global__ void twice(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}

int main(int count, char**) {
  constexpr int n = streams * third;
  const int more = count > 1 ? 32 : 0;
  float *host, *in, *out;
  cudaHostAlloc(&host, n * sizeof(float), 0);
  for (int i = 0; i < n; ++i) host[i] = static_cast<float>(i);
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, (n + more) * sizeof(float));
  cudaStream_t all[streams];
  for (int s = 0; s < streams; ++s) {
    cudaStreamCreate(&all[s]);
    const int begin = s * third, elements = s + 1 < streams ? third + more : third;
    cudaMemcpyAsync(in + begin, host + begin, elements * sizeof(float), cudaMemcpyHostToDevice, all[s]);
    twice<<<(elements + 127) / 128, 128, 0, all[s]>>>(in + begin, out + begin, elements);
    cudaMemcpyAsync(host + begin, out + begin, third * sizeof(float), cudaMemcpyDeviceToHost, all[s]);
  }
  cudaDeviceSynchronize();
  std::printf("%g %g\n", host[third], host[n - 1]);
  for (cudaStream_t stream : all) cudaStreamDestroy(stream);
  cudaFree(in);
  cudaFree(out);
  cudaFreeHost(host);
}
