// What sums are measured against on the GPU: a kernel that only reads, and CUB.
#include <cub/device/device_reduce.cuh>
#include <utility>

#include "ladder/problems/reduction/kernels.hpp"

namespace ladder::gpu {
namespace {

// Reads everything, 16 bytes per thread, and adds nothing up: the words are combined bit by bit, and something is
// stored only if they come to a number that they never do. Blocks that stay and take many rounds read up to 3 % slower.
__global__ void read_only(const float* in, float* result, size_t count) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count / 4) return;
  const uint4 v = reinterpret_cast<const uint4*>(in)[i];
  if ((v.x | v.y | v.z | v.w) == 1) *result = 0;  // the bits of no float in the data
}

// Memory that CUB works in; grows to what the largest call needs.
void* workspace(size_t bytes) {
  static void* memory = nullptr;
  static size_t size = 0;
  if (bytes > size) {
    check(cudaFree(std::exchange(memory, nullptr)), "cudaFree");
    size = 0;
    check(cudaMalloc(&memory, bytes), "cudaMalloc");
    size = bytes;
  }
  return memory;
}

}  // namespace

std::vector<reduction::Variant> ceilings() {
  const auto read = [](const reduction::Arguments& p) {
    launch(read_only, dim3(static_cast<unsigned>(p.count / 4 / 256 + 1)), dim3(256), p.in, p.sum, p.count);
  };
  return {{"read_kernel", 256, read, {}}};
}

std::vector<reduction::Variant> libraries() {
  const auto cub_sum = [](const reduction::Arguments& p) {
    size_t bytes = 0;
    check(cub::DeviceReduce::Sum(nullptr, bytes, p.in, p.sum, p.count), "cub::DeviceReduce::Sum");
    check(cub::DeviceReduce::Sum(workspace(bytes), bytes, p.in, p.sum, p.count), "cub::DeviceReduce::Sum");
  };
  // CUB's chain is not documented. This bound is for 256 threads per multiprocessor that add their elements one after
  // the other, and 64 levels: far more than CUB needs, but still so small that a lost part of the array is noticed.
  const auto chain = [](size_t count) { return static_cast<double>(count / (256 * multiprocessors()) + 64); };
  return {{"cub_sum", 0, cub_sum, chain}};
}

}  // namespace ladder::gpu
