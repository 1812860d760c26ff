// The probe's kernels: one warp, one memory instruction, or one loop of atomics.
#include <cuda_runtime.h>

#include <algorithm>

#include "ladder/gpu/launch.cuh"
#include "ladder/gpu/profiled_range.cuh"
#include "tools/probe/probe.hpp"

namespace ladder::probe {
namespace {

// Passed by value: it lies in constant memory, whose reads are counted elsewhere.
struct Lanes {
  unsigned element[memory_model::architecture.warp_lanes];
  unsigned active;
  unsigned unlikely;  // a word that no element holds
};

Lanes lanes_of(const Pattern& pattern) {
  Lanes lanes{};
  std::copy(pattern.element.begin(), pattern.element.end(), lanes.element);
  lanes.active = pattern.active;
  lanes.unlikely = 0x5eed5eedu;
  return lanes;
}

__device__ bool takes_part(const Lanes& lanes) { return (lanes.active >> threadIdx.x & 1u) != 0; }

// The memory that global accesses go to, filled with zeros, and a word that nothing is ever written to.
class Memory {
 public:
  Memory() {
    gpu::check(cudaMalloc(&bytes_, memory_bytes + sizeof(unsigned)), "cudaMalloc");
    gpu::check(cudaMemset(bytes_, 0, memory_bytes + sizeof(unsigned)), "cudaMemset");
  }
  ~Memory() { cudaFree(bytes_); }
  Memory(Memory&&) = delete;

  // Runs the kernel of the launch's memory as one warp, and waits for it.
  template <typename Value>
  using Kernel = void (*)(Lanes, Value*, unsigned*);
  template <typename Value>
  void run(const Launch& launch, Kernel<Value> global, Kernel<Value> shared) const {
    const bool in_shared = launch.space == Space::shared;
    (in_shared ? shared : global)<<<1, memory_model::architecture.warp_lanes, in_shared ? memory_bytes : 0>>>(
        lanes_of(launch.pattern), reinterpret_cast<Value*>(bytes_), reinterpret_cast<unsigned*>(bytes_ + memory_bytes));
    gpu::check(cudaGetLastError(), "kernel launch");
    gpu::check(cudaDeviceSynchronize(), "kernel");
  }

 private:
  unsigned char* bytes_ = nullptr;
};

__device__ unsigned folded(unsigned value) { return value; }
__device__ unsigned folded(uint2 value) { return value.x ^ value.y; }
__device__ unsigned folded(uint4 value) { return value.x ^ value.y ^ value.z ^ value.w; }

extern __shared__ uint4 shared_memory[];

template <Space space, typename Value>
__device__ Value* elements_in(Value* memory) {
  return space == Space::shared ? reinterpret_cast<Value*>(shared_memory) : memory;
}

// Each kernel executes one instruction of interest. What it loads has to be used, and what it stores in shared memory
// has to be read, or the compiler leaves the instruction out; so that nothing else happens, the use is a store that
// depends on an unlikely value.
template <typename Value, Space space>
__global__ void load(Lanes lanes, Value* memory, unsigned* sink) {
  if (!takes_part(lanes)) return;
  const Value value = elements_in<space>(memory)[lanes.element[threadIdx.x]];
  if (folded(value) == lanes.unlikely) *sink = threadIdx.x;
}

template <typename Value>
__global__ void store_global(Lanes lanes, Value* memory, unsigned*) {
  if (!takes_part(lanes)) return;
  memory[lanes.element[threadIdx.x]] = Value{};
}

template <typename Value>
__global__ void store_shared(Lanes lanes, Value* memory, unsigned* sink) {
  if (!takes_part(lanes)) return;
  Value* const elements = elements_in<Space::shared>(memory);
  elements[lanes.element[threadIdx.x]] = Value{};
  __syncwarp(lanes.active);
  const Value value = elements[lanes.element[threadIdx.x ^ 1u]];
  if (folded(value) == lanes.unlikely) *sink = threadIdx.x;
}

// An update of an element by a value, and whether its result is used.
template <typename T, bool used = false>
struct Add {
  using Value = T;
  static constexpr bool result_is_used = used;
  __device__ static T update(T* element, T value) { return atomicAdd(element, value); }
};
struct AddOne : Add<unsigned> {
  __device__ static unsigned update(unsigned* element, unsigned) { return atomicAdd(element, 1u); }
};
struct Minimum : Add<int> {
  __device__ static int update(int* element, int value) { return atomicMin(element, value); }
};
struct Exchange : Add<unsigned> {
  __device__ static unsigned update(unsigned* element, unsigned value) { return atomicExch(element, value); }
};
struct CompareAndSwap : Add<unsigned> {
  __device__ static unsigned update(unsigned* element, unsigned value) { return atomicCAS(element, 0u, value); }
};

// The values are the lanes' numbers: no two lanes have the same, or nvcc might put them together. A use of the result
// is a store that depends on an unlikely value, so that nothing else happens.
template <typename Operation, Space space>
__global__ void update(Lanes lanes, typename Operation::Value* memory, unsigned* sink) {
  using Value = typename Operation::Value;
  if (!takes_part(lanes)) return;
  Value* const element = elements_in<space>(memory) + lanes.element[threadIdx.x];
  const Value before = Operation::update(element, Value(threadIdx.x + 1));
  if (Operation::result_is_used && before == Value(lanes.unlikely)) *sink = threadIdx.x;
}

template <typename Value>
void run(const Memory& memory, const Launch& launch) {
  const bool loads = launch.kind == Access::load;
  memory.run(launch, loads ? load<Value, Space::global> : store_global<Value>,
             loads ? load<Value, Space::shared> : store_shared<Value>);
}

template <typename Operation>
void run_atomic(const Memory& memory, const Launch& launch) {
  memory.run(launch, update<Operation, Space::global>, update<Operation, Space::shared>);
}

void run(const Memory& memory, const Launch& launch, AtomicOperation operation) {
  switch (operation) {
    case AtomicOperation::add_unsigned: return run_atomic<Add<unsigned>>(memory, launch);
    case AtomicOperation::add_one: return run_atomic<AddOne>(memory, launch);
    case AtomicOperation::add_float: return run_atomic<Add<float>>(memory, launch);
    case AtomicOperation::add_float_and_use: return run_atomic<Add<float, true>>(memory, launch);
    case AtomicOperation::minimum: return run_atomic<Minimum>(memory, launch);
    case AtomicOperation::exchange: return run_atomic<Exchange>(memory, launch);
    case AtomicOperation::compare_and_swap: return run_atomic<CompareAndSwap>(memory, launch);
    case AtomicOperation::add_unsigned_long: return run_atomic<Add<unsigned long long>>(memory, launch);
  }
}

}  // namespace

void launch_all(const std::vector<Launch>& launches) {
  const Memory memory;
  const gpu::ProfiledRange range("probe");
  for (const Launch& launch : launches) {
    if (launch.operation) {
      run(memory, launch, *launch.operation);
      continue;
    }
    switch (launch.bytes) {
      case 1: run<unsigned char>(memory, launch); break;
      case 2: run<unsigned short>(memory, launch); break;
      case 4: run<unsigned>(memory, launch); break;
      case 8: run<uint2>(memory, launch); break;
      case 16: run<uint4>(memory, launch); break;
    }
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
