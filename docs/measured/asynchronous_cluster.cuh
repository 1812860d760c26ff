// The transpose of asynchronous.cuh once more, by clusters of two blocks.
#pragma once
#include <cooperative_groups.h>

#include "asynchronous.cuh"

namespace asynchronous {

// A cluster of two blocks, one above the other, has a tile of 64 rows and 128 columns. Each loads 32 of its rows, 512
// bytes in a row instead of 256, puts half of them into its own shared memory and half into its neighbour's, and stores
// 64 columns. It waits twice for the neighbour: until it has begun, and until it has written.
__global__ void __cluster_dims__(1, 2, 1) __launch_bounds__(THREADS)
    by_cluster(const float* in, float* out, unsigned rows, unsigned cols) {
  __shared__ alignas(16) float tile[WORDS];
  const auto cluster = cooperative_groups::this_cluster();
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = 32 * cluster.block_rank();
  const Corner mine = write_order(), pair = {mine.row, mine.col - TILE * cluster.block_rank()};
  float4 four[4] = {};
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = pair.row + first + warp + 8 * i, col = pair.col + 4 * lane;
    if (row < rows && col < cols) four[i] = *reinterpret_cast<const float4*>(in + (size_t(row) * cols + col));
  }
  cluster.sync();
  float* of_columns = cluster.map_shared_rank(tile, lane / 16);  // whose they are
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    reinterpret_cast<float4*>(of_columns)[chunk(first + warp + 8 * i, lane % 16)] = four[i];
  }
  cluster.sync();
  store_columns(tile, out, mine, rows, cols);
}

}  // namespace asynchronous
