// How often each byte occurs: a block counts in shared memory, then adds to the counts of all.
//
// try: launch n=100000 grid=32 block=256
//   kernel=histogram256(const unsigned char data[n], unsigned int counts[256]=0, n)

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
