// What sums are measured against on the GPU: a kernel that only reads, and CUB.
#include <cub/device/device_reduce.cuh>

#include "reduction/kernels.hpp"

namespace ladder::gpu {
namespace {

// Reads everything, as wide and with as many loads in flight as sum_vectorized, and adds nothing up: the words are
// combined bit by bit, and stored only if they come to a number that they never do.
__global__ void read_only(const float* in, float* result, size_t count) {
  constexpr unsigned BLOCK = 512;
  const uint4* vectors = reinterpret_cast<const uint4*>(in);
  const size_t vector_count = count / 4;
  unsigned seen = 0;
  size_t i = size_t(blockIdx.x) * 4 * BLOCK + threadIdx.x;
  for (; i + 3 * BLOCK < vector_count; i += size_t(gridDim.x) * 4 * BLOCK) {
    const uint4 a = vectors[i], b = vectors[i + BLOCK], c = vectors[i + 2 * BLOCK], d = vectors[i + 3 * BLOCK];
    seen |= a.x | a.y | a.z | a.w | b.x | b.y | b.z | b.w | c.x | c.y | c.z | c.w | d.x | d.y | d.z | d.w;
  }
  for (; i < vector_count; i += BLOCK) seen |= vectors[i].x | vectors[i].y | vectors[i].z | vectors[i].w;
  if (seen == 1) *result = 0;  // the bits of no float in the data
}

// Memory that CUB works in; grows to what the largest call needs.
class Workspace {
 public:
  ~Workspace() { cudaFree(memory_); }
  void* of_at_least(size_t bytes) {
    if (bytes > bytes_) {
      cudaFree(memory_);
      check(cudaMalloc(&memory_, bytes), "cudaMalloc");
      bytes_ = bytes;
    }
    return memory_;
  }

 private:
  void* memory_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace

std::vector<reduction::Variant> ceilings() {
  const auto read = [](const reduction::Problem& p) {
    launch(read_only, dim3(4 * multiprocessors()), dim3(512), p.in, p.sum, p.count);
  };
  return {{"read_kernel", 512, read, {}}};
}

std::vector<reduction::Variant> libraries() {
  const auto cub_sum = [](const reduction::Problem& p) {
    static Workspace workspace;
    size_t bytes = 0;
    check(cub::DeviceReduce::Sum(nullptr, bytes, p.in, p.sum, p.count), "cub::DeviceReduce::Sum");
    check(cub::DeviceReduce::Sum(workspace.of_at_least(bytes), bytes, p.in, p.sum, p.count), "cub::DeviceReduce::Sum");
  };
  // Its chain is not documented. This allows a thread of it the elements that fall to each of 256 threads per
  // multiprocessor, one after the other, and 64 levels: far more than it takes, and still a bound that a lost part
  // breaks.
  const auto chain = [](size_t count) { return static_cast<double>(count / (256 * multiprocessors()) + 64); };
  return {{"cub_sum", 0, cub_sum, chain}};
}

}  // namespace ladder::gpu
