// A sum of any type in dynamic shared memory, one sum per block.
#include <cstdio>

// A template cannot declare one extern array with several types.
template <class T>
struct SharedMemory {
  __device__ inline operator T*() {
    extern __shared__ int __smem[];
    return (T*)__smem;
  }
};

template <class T, unsigned int blockSize>
__global__ void reduce(T* g_idata, T* g_odata, unsigned int n) {
  T* sdata = SharedMemory<T>();
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockSize * 2) + threadIdx.x;
  T mySum = (i < n) ? g_idata[i] : 0;
  if (i + blockSize < n) mySum += g_idata[i + blockSize];
  sdata[tid] = mySum;
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] = mySum = mySum + sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

int main() {
  const unsigned n = 100000, blocks = (n + 511) / 512;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, blocks * sizeof(int));
  long expected = 0;
  for (unsigned i = 0; i < n; ++i) expected += in[i] = int(i % 17) - 8;
  reduce<int, 256><<<blocks, 256, 256 * sizeof(int)>>>(in, out, n);
  cudaDeviceSynchronize();

  long total = 0;
  for (unsigned i = 0; i < blocks; ++i) total += out[i];
  printf("%ld, expected %ld\n", total, expected);
  cudaFree(in);
  cudaFree(out);
  return total != expected;
}
