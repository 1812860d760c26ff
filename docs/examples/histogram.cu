// How often each byte occurs: a block counts in shared memory, then adds to the counts of all.
#include <cstdio>
#include <vector>

typedef unsigned int uint;

__global__ void histogram256(const unsigned char* data, uint* histogram, size_t size) {
  __shared__ uint bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  size_t i = threadIdx.x + size_t(blockIdx.x) * blockDim.x;
  const size_t stride = size_t(blockDim.x) * gridDim.x;
  while (i < size) {
    atomicAdd(&bins[data[i]], 1);
    i += stride;
  }
  __syncthreads();
  atomicAdd(&(histogram[threadIdx.x]), bins[threadIdx.x]);
}

int main() {
  const size_t size = 100000;
  std::vector<unsigned char> text(size);
  for (size_t i = 0; i < size; ++i) text[i] = i * i % 251;
  unsigned char* data;
  uint* counts;
  cudaMalloc(&data, size);
  cudaMalloc(&counts, 256 * sizeof(uint));
  cudaMemcpy(data, text.data(), size, cudaMemcpyHostToDevice);
  cudaMemset(counts, 0, 256 * sizeof(uint));
  histogram256<<<32, 256>>>(data, counts, size);

  uint result[256], expected[256] = {};
  cudaMemcpy(result, counts, sizeof(result), cudaMemcpyDeviceToHost);  // waits for the kernel
  for (unsigned char byte : text) ++expected[byte];
  int wrong = 0;
  for (int i = 0; i < 256; ++i) wrong += result[i] != expected[i];
  printf("%d counts are wrong\n", wrong);
  cudaFree(data);
  cudaFree(counts);
  return wrong != 0;
}
