// A sum with cooperative groups: tiles of 32 threads, one atomic per tile.
//
// try: sum elements=50000 block=128 grid=64 kernel=sum_tiles(out, in, elements)
#include <cooperative_groups.h>

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
