// A sum with cooperative groups in groups: tiles of 4 threads in tiles of 16.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

using namespace cooperative_groups;

template <typename group_t>
__device__ int first_adds(group_t g, const int* values, int count) {
  int sum = 0;
  g.sync();
  if (g.thread_rank() == 0)
    for (int i = 0; i < count; ++i) sum += values[i];
  g.sync();
  return sum;
}

__global__ void sum_of_tiles(const int* in, int* out, unsigned n) {
  thread_block block = this_thread_block();
  thread_block_tile<16> tile16 = tiled_partition<16>(block);
  thread_block_tile<4> tile4 = tiled_partition<4>(tile16);
  __shared__ int sums[4][4];
  const unsigned i = block.group_index().x * block.group_dim().x + block.thread_index().x;
  const int sum = reduce(tile4, i < n ? in[i] : 0, plus<int>());
  if (tile4.thread_rank() == 0) sums[tile16.meta_group_rank()][tile4.meta_group_rank()] = sum;
  const int of_tile = first_adds(tile16, sums[tile16.meta_group_rank()], tile4.meta_group_size());
  if (tile16.thread_rank() == 0) atomicAdd(out, of_tile);
}

int main() {
  const unsigned n = 10000, blocks = (n + 63) / 64;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, 1 * sizeof(int));
  long expected = 0;
  for (unsigned i = 0; i < n; ++i) expected += in[i] = int(i % 17) - 8;
  out[0] = 0;
  sum_of_tiles<<<blocks, 64>>>(in, out, n);
  cudaDeviceSynchronize();

  const long total = out[0];
  printf("%ld, expected %ld\n", total, expected);
  cudaFree(in);
  cudaFree(out);
  return total != expected;
}
