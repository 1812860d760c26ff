// A sum in one launch: the last block to finish, as a counter in global memory tells it, adds the blocks' sums.
#include <cstdio>

__device__ unsigned int count = 0;

__global__ void sum(const float* array, unsigned int N, volatile double* partial, float* result) {
  __shared__ bool isLastBlockDone;
  __shared__ double sums[256];
  double mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) mine += array[i];
  sums[threadIdx.x] = mine;
  for (int distance = 128; distance > 0; distance /= 2) {
    __syncthreads();
    if (threadIdx.x < distance) sums[threadIdx.x] += sums[threadIdx.x + distance];
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sums[0];
    __threadfence();
    isLastBlockDone = atomicInc(&count, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLastBlockDone && threadIdx.x == 0) {
    double total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) total += partial[i];
    result[0] = total;
    count = 0;
  }
}

int main() {
  const unsigned n = 30000, blocks = 40;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, 1 * sizeof(float));
  double* partial;
  cudaMalloc(&partial, blocks * sizeof(double));
  long expected = 0;
  for (unsigned i = 0; i < n; ++i) expected += in[i] = int(i % 17) - 8;
  sum<<<blocks, 256>>>(in, n, partial, out);
  cudaDeviceSynchronize();

  const long total = out[0];
  printf("%ld, expected %ld\n", total, expected);
  cudaFree(in);
  cudaFree(out);
  cudaFree(partial);
  return total != expected;
}
