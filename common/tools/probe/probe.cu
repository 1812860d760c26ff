// The probe's kernels: one warp, one memory instruction.
#include <cuda_runtime.h>

#include <algorithm>

#include "ladder/engine/gpu/launch.cuh"
#include "ladder/engine/gpu/profiled_range.cuh"
#include "tools/probe/copies.hpp"
#include "tools/probe/launch_all.hpp"

namespace ladder::probe {
namespace {

// Passed by value: it lies in constant memory, whose reads are counted elsewhere.
struct Lanes {
  unsigned element[memory_model::architecture.warp_lanes];
  unsigned active;
  unsigned unlikely;  // a word that no element holds
};

__device__ bool takes_part(const Lanes& lanes) { return (lanes.active >> threadIdx.x & 1u) != 0; }

__device__ unsigned folded(unsigned value) { return value; }
__device__ unsigned folded(uint2 value) { return value.x ^ value.y; }
__device__ unsigned folded(uint4 value) { return value.x ^ value.y ^ value.z ^ value.w; }

// Each kernel executes one instruction of interest. What it loads has to be used, and what it stores in shared memory
// has to be read, or the compiler leaves the instruction out; so that nothing else happens, the use is a store that
// depends on an unlikely value.
template <typename Value>
__global__ void load_global(Lanes lanes, Value* memory, unsigned* sink) {
  if (!takes_part(lanes)) return;
  const Value value = memory[lanes.element[threadIdx.x]];
  if (folded(value) == lanes.unlikely) *sink = threadIdx.x;
}

template <typename Value>
__global__ void store_global(Lanes lanes, Value* memory, unsigned*) {
  if (!takes_part(lanes)) return;
  memory[lanes.element[threadIdx.x]] = Value{};
}

extern __shared__ uint4 shared_memory[];

template <typename Value>
__global__ void load_shared(Lanes lanes, Value*, unsigned* sink) {
  if (!takes_part(lanes)) return;
  const Value value = reinterpret_cast<const Value*>(shared_memory)[lanes.element[threadIdx.x]];
  if (folded(value) == lanes.unlikely) *sink = threadIdx.x;
}

template <typename Value>
__global__ void store_shared(Lanes lanes, Value*, unsigned* sink) {
  if (!takes_part(lanes)) return;
  reinterpret_cast<Value*>(shared_memory)[lanes.element[threadIdx.x]] = Value{};
  __syncwarp(lanes.active);
  const Value value = reinterpret_cast<const Value*>(shared_memory)[lanes.element[threadIdx.x ^ 1u]];
  if (folded(value) == lanes.unlikely) *sink = threadIdx.x;
}

// The memory that global accesses go to, filled with zeros, and a word that nothing is ever written to.
class Memory {
 public:
  Memory() {
    gpu::check(cudaMalloc(&memory_, memory_bytes + sizeof(unsigned)), "cudaMalloc");
    gpu::check(cudaMemset(memory_, 0, memory_bytes + sizeof(unsigned)), "cudaMemset");
  }
  ~Memory() { cudaFree(memory_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  template <typename Value>
  void run(const Launch& launch) const {
    Lanes lanes{};
    std::copy(launch.pattern.element.begin(), launch.pattern.element.end(), lanes.element);
    lanes.active = launch.pattern.active;
    lanes.unlikely = 0x5eed5eedu;
    const bool load = launch.kind == Access::load;
    const auto kernel = launch.space == Space::global ? (load ? load_global<Value> : store_global<Value>)
                                                      : (load ? load_shared<Value> : store_shared<Value>);
    const std::size_t shared_bytes = launch.space == Space::shared ? memory_bytes : 0;
    kernel<<<1, memory_model::architecture.warp_lanes, shared_bytes>>>(
        lanes, reinterpret_cast<Value*>(memory_), reinterpret_cast<unsigned*>(memory_ + memory_bytes));
    gpu::check(cudaGetLastError(), "kernel launch");
    gpu::check(cudaDeviceSynchronize(), "kernel");
  }

 private:
  unsigned char* memory_ = nullptr;
};

}  // namespace

void launch_all(Space space) {
  const Memory memory;
  const gpu::ProfiledRange range("probe");
  for (const Launch& launch : launches(space)) {
    if (launch.bytes == 1) memory.run<unsigned char>(launch);
    if (launch.bytes == 2) memory.run<unsigned short>(launch);
    if (launch.bytes == 4) memory.run<unsigned>(launch);
    if (launch.bytes == 8) memory.run<uint2>(launch);
    if (launch.bytes == 16) memory.run<uint4>(launch);
  }
}

void launch_copies() {
  void *in = nullptr, *out = nullptr;
  gpu::check(cudaMalloc(&in, copied_bytes), "cudaMalloc");
  gpu::check(cudaMalloc(&out, copied_bytes), "cudaMalloc");
  gpu::check(cudaMemset(in, 0, copied_bytes), "cudaMemset");
  {
    const gpu::ProfiledRange range("copies");
    for (const Copy& copy : gpu::copies()) {
      copy.launch(in, out);
      gpu::check(cudaDeviceSynchronize(), copy.name);
    }
  }
  cudaFree(in);
  cudaFree(out);
}

}  // namespace ladder::probe
