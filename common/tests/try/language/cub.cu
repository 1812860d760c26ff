// What CUB computes: in a block, in a warp, and on all of a device. Each number that is not as expected is told.
#include <algorithm>
#include <cstdio>
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <numeric>
#include <vector>

int failures = 0;
void expect(const char* what, double found, double expected) {
  if (found == expected) return;
  ++failures;
  printf("%s: %g, expected %g\n", what, found, expected);
}

constexpr int threads = 128, items = 4, n = 5000;

__global__ void sum_block(const int* in, int* sum) {
  using Reduce = cub::BlockReduce<int, threads>;
  __shared__ typename Reduce::TempStorage storage;
  const int total = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0) *sum = total;
}

__global__ void scan_block(const int* in, int* out) {
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Scan = cub::BlockScan<int, threads>;
  using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Scan::TempStorage scan;
    typename Store::TempStorage store;
  } storage;
  int values[items];
  Load(storage.load).Load(in, values);
  __syncthreads();
  Scan(storage.scan).ExclusiveSum(values, values);
  __syncthreads();
  Store(storage.store).Store(out, values);
}

__global__ void maximum_of_warps(const int* in, int* out) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ typename Reduce::TempStorage storage[threads / 32];
  const int warp = threadIdx.x / 32;
  const int most = Reduce(storage[warp]).Reduce(in[threadIdx.x], cub::Max());
  if (threadIdx.x % 32 == 0) out[warp] = most;
}

struct LessThan {
  int most;
  __host__ __device__ bool operator()(int a) const { return a < most; }
};

int main() {
  std::vector<int> values(n), found(n);
  for (int i = 0; i < n; ++i) values[i] = i * 7919 % 1009;
  std::vector<int> sums(n);
  std::partial_sum(values.begin(), values.end(), sums.begin());
  int *in, *out, *count;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, values.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  const auto copy = [&] { cudaMemcpy(found.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost); };
  cudaMemset(out, 0, n * sizeof(int));
  sum_block<<<1, threads>>>(in, out);
  copy();
  expect("BlockReduce", found[0], sums[threads - 1]);
  scan_block<<<1, threads>>>(in, out);
  copy();
  expect("BlockScan", found[threads * items - 1], sums[threads * items - 2]);
  maximum_of_warps<<<1, threads>>>(in, out);
  copy();
  expect("WarpReduce", found[1], *std::max_element(values.begin() + 32, values.begin() + 64));

  // Each call twice: the first says how much memory the second takes.
  const auto perform = [](const auto& call) {
    void* memory = nullptr;
    std::size_t bytes = 0;
    call(memory, bytes);
    cudaMalloc(&memory, bytes);
    expect("status", call(memory, bytes), cudaSuccess);
    cudaFree(memory);
  };
  perform([&](void* memory, std::size_t& bytes) { return cub::DeviceReduce::Sum(memory, bytes, in, out, n); });
  copy();
  expect("DeviceReduce::Sum", found[0], sums[n - 1]);
  perform([&](void* memory, std::size_t& bytes) { return cub::DeviceScan::InclusiveSum(memory, bytes, in, out, n); });
  copy();
  expect("DeviceScan::InclusiveSum", found == sums, 1);
  perform([&](void* memory, std::size_t& bytes) {
    return cub::DeviceSelect::If(memory, bytes, in, out, count, n, LessThan{100});
  });
  cudaMemcpy(found.data(), count, sizeof(int), cudaMemcpyDeviceToHost);
  expect("DeviceSelect::If", found[0], std::count_if(values.begin(), values.end(), LessThan{100}));
  for (int* memory : {in, out, count}) cudaFree(memory);
  printf("%d failures\n", failures);
}
