// A sum with cooperative groups: tiles of 32 threads, one atomic per block.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__device__ float tile_sum(cg::thread_block_tile<32> tile, float value) {
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) value += tile.shfl_down(value, offset);
  return value;
}

__global__ void sum_tiles(float* sum, const float* input, int n) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  float value = 0;
  for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) value += input[i];
  __shared__ float of_tile[32];
  value = tile_sum(tile, value);
  if (tile.thread_rank() == 0) of_tile[tile.meta_group_rank()] = value;
  block.sync();
  if (tile.meta_group_rank() == 0) {
    value = tile.thread_rank() < tile.meta_group_size() ? of_tile[tile.thread_rank()] : 0;
    value = tile_sum(tile, value);
    if (tile.thread_rank() == 0) atomicAdd(sum, value);
  }
}

int main() {
  const unsigned n = 50000, blocks = 64;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, 1 * sizeof(float));
  long expected = 0;
  for (unsigned i = 0; i < n; ++i) expected += in[i] = int(i % 17) - 8;
  out[0] = 0;
  sum_tiles<<<blocks, 128>>>(out, in, n);
  cudaDeviceSynchronize();

  const long total = out[0];
  printf("%ld, expected %ld\n", total, expected);
  cudaFree(in);
  cudaFree(out);
  return total != expected;
}
