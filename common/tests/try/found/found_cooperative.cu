// A grid whose blocks meet, as cudaLaunchCooperativeKernel() launches it.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum(const int* in, int* parts, int* total) {
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0) parts[blockIdx.x] = in[blockIdx.x];
  grid.sync();
  if (grid.thread_rank() != 0) return;
  *total = 0;
  for (unsigned i = 0; i < gridDim.x; ++i) *total += parts[i];
}

int main() {
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum, 64, 0);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  if (!properties.cooperativeLaunch) return 1;
  const int most = blocks * properties.multiProcessorCount;
  constexpr int count = 100;
  int *in, *parts, *total;
  cudaMallocManaged(&in, count * sizeof(int));
  cudaMalloc(&parts, count * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  for (int i = 0; i < count; ++i) in[i] = i;
  void* arguments[] = {&in, &parts, &total};
  cudaLaunchCooperativeKernel((void*)sum, count, 64, arguments);
  cudaDeviceSynchronize();
  const bool right = *total == count * (count - 1) / 2;
  const cudaError_t error = cudaLaunchCooperativeKernel((void*)sum, dim3(most + 1), dim3(64), arguments, 0, 0);
  printf("%d, then %s\n", right, cudaGetErrorString(error));
  cudaFree(in);
  cudaFree(parts);
  cudaFree(total);
  return 0;
}
