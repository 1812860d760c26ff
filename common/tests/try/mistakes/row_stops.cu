// One thread in the midst of a row stops: as it would where the block is observed.
#include <cassert>
#include <cstdio>

__global__ void asserts(int* out) {
  assert(blockIdx.x != 20 || threadIdx.x != 70);
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
__global__ void never_ends(int* out) {
  volatile int turns = 0;
  while (blockIdx.x == 20 && threadIdx.x == 70) turns = turns + 1;
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main(int argc, char**) {
  int* out;
  cudaMalloc(&out, 96 * 50 * sizeof(int));
  if (argc == 1) asserts<<<50, 96>>>(out);
  if (argc == 2) never_ends<<<50, 96>>>(out);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
