// The probe's kernels: one warp, one memory instruction.
#include "ladder/gpu/profiled_range.cuh"
#include "tools/probe/copies.hpp"
#include "tools/probe/lanes.cuh"
#include "tools/probe/readings.hpp"

namespace ladder::probe {
namespace {

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

template <typename Value>
void run(const Memory& memory, const Launch& launch) {
  const bool load = launch.kind == Access::load;
  const auto kernel = launch.space == Space::global ? (load ? load_global<Value> : store_global<Value>)
                                                    : (load ? load_shared<Value> : store_shared<Value>);
  memory.run(kernel, launch.pattern, launch.space);
}

}  // namespace

void launch_all(Space space) {
  const Memory memory;
  const gpu::ProfiledRange range("probe");
  for (const Launch& launch : launches(space)) {
    if (launch.bytes == 1) run<unsigned char>(memory, launch);
    if (launch.bytes == 2) run<unsigned short>(memory, launch);
    if (launch.bytes == 4) run<unsigned>(memory, launch);
    if (launch.bytes == 8) run<uint2>(memory, launch);
    if (launch.bytes == 16) run<uint4>(memory, launch);
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
