// A tutorial on a profiler, as a program: three transposes of a square matrix, one element per thread, whose counters
// its author reads: sectors of global loads and stores, wavefronts of shared memory. What it reports per request: reads
// down the columns 32 sectors, writes 4; through a tile 4 and 4, and 32 wavefronts for its columns; with a pad 1.
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void uncoalesced_reads(const float* in, float* out, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  out[y * n + x] = in[x * n + y];
}

template <int PAD>
__global__ void through_tile(const float* in, float* out, int n) {
  __shared__ float tile[32][32 + PAD];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.y) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * 32 + threadIdx.y) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 256;  // a multiple of 32
  const size_t bytes = size_t(n) * n * sizeof(float);
  std::vector<float> input(size_t(n) * n), output(input.size());
  for (size_t i = 0; i < input.size(); ++i) input[i] = i % 1000;
  float *in, *out;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, input.data(), bytes, cudaMemcpyHostToDevice);
  void (*kernels[])(const float*, float*, int) = {uncoalesced_reads, through_tile<0>, through_tile<1>};
  int wrong = 0;
  for (auto kernel : kernels) {
    cudaMemset(out, 0, bytes);
    kernel<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(in, out, n);
    cudaMemcpy(output.data(), out, bytes, cudaMemcpyDeviceToHost);
    for (size_t i = 0; i < input.size(); ++i) wrong += output[i % n * n + i / n] != input[i];
  }
  printf("%d elements are wrong\n", wrong);
  cudaFree(in);
  cudaFree(out);
  return wrong != 0;
}
