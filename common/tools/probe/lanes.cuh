// What the probe's kernels are given.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

#include "ladder/gpu/launch.cuh"
#include "tools/probe/patterns.hpp"

namespace ladder::probe {

// Passed by value: it lies in constant memory, whose reads are counted elsewhere.
struct Lanes {
  unsigned element[memory_model::architecture.warp_lanes];
  unsigned active;
  unsigned unlikely;  // a word that no element holds
};

inline Lanes lanes_of(const Pattern& pattern) {
  Lanes lanes{};
  std::copy(pattern.element.begin(), pattern.element.end(), lanes.element);
  lanes.active = pattern.active;
  lanes.unlikely = 0x5eed5eedu;
  return lanes;
}

__device__ inline bool takes_part(const Lanes& lanes) { return (lanes.active >> threadIdx.x & 1u) != 0; }

// The memory that global accesses go to, filled with zeros, and a word that nothing is ever written to.
class Memory {
 public:
  Memory() {
    gpu::check(cudaMalloc(&bytes_, memory_bytes + sizeof(unsigned)), "cudaMalloc");
    gpu::check(cudaMemset(bytes_, 0, memory_bytes + sizeof(unsigned)), "cudaMemset");
  }
  ~Memory() { cudaFree(bytes_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // Runs a kernel as one warp, and waits for it.
  template <typename Value>
  void run(void (*kernel)(Lanes, Value*, unsigned*), const Pattern& pattern, Space space) const {
    const std::size_t shared_bytes = space == Space::shared ? memory_bytes : 0;
    kernel<<<1, memory_model::architecture.warp_lanes, shared_bytes>>>(
        lanes_of(pattern), reinterpret_cast<Value*>(bytes_), reinterpret_cast<unsigned*>(bytes_ + memory_bytes));
    gpu::check(cudaGetLastError(), "kernel launch");
    gpu::check(cudaDeviceSynchronize(), "kernel");
  }

 private:
  unsigned char* bytes_ = nullptr;
};

}  // namespace ladder::probe
