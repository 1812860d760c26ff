// A sum in one launch: the last block to finish, as a counter in global memory tells it, adds the blocks' sums.
//
// try: sum elements=30000 block=256 grid=40 kernel=sum(in, elements, double partial[40], out)

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
