// The probe's kernels of atomics.
#include "ladder/gpu/profiled_range.cuh"
#include "tools/probe/atomics.hpp"
#include "tools/probe/lanes.cuh"

namespace ladder::probe {
namespace {

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

extern __shared__ uint4 shared_memory[];

// The values are the lanes' numbers: no two lanes have the same, or nvcc might put them together. A use of the result
// is a store that depends on an unlikely value, so that nothing else happens.
template <typename Operation, Space space>
__global__ void update(Lanes lanes, typename Operation::Value* memory, unsigned* sink) {
  using Value = typename Operation::Value;
  if (!takes_part(lanes)) return;
  Value* const elements = space == Space::shared ? reinterpret_cast<Value*>(shared_memory) : memory;
  const Value before = Operation::update(elements + lanes.element[threadIdx.x], Value(threadIdx.x + 1));
  if (Operation::result_is_used && before == Value(lanes.unlikely)) *sink = threadIdx.x;
}

template <typename Operation>
void run(const Memory& memory, const AtomicLaunch& launch) {
  const auto kernel =
      launch.space == Space::global ? update<Operation, Space::global> : update<Operation, Space::shared>;
  memory.run(kernel, launch.pattern, launch.space);
}

}  // namespace

void launch_atomics() {
  const Memory memory;
  const gpu::ProfiledRange range("probe");
  for (const AtomicLaunch& launch : atomic_launches()) {
    switch (launch.operation) {
      case AtomicOperation::add_unsigned: run<Add<unsigned>>(memory, launch); break;
      case AtomicOperation::add_one: run<AddOne>(memory, launch); break;
      case AtomicOperation::add_float: run<Add<float>>(memory, launch); break;
      case AtomicOperation::add_float_and_use: run<Add<float, true>>(memory, launch); break;
      case AtomicOperation::minimum: run<Minimum>(memory, launch); break;
      case AtomicOperation::exchange: run<Exchange>(memory, launch); break;
      case AtomicOperation::compare_and_swap: run<CompareAndSwap>(memory, launch); break;
      case AtomicOperation::add_unsigned_long: run<Add<unsigned long long>>(memory, launch); break;
    }
  }
}

}  // namespace ladder::probe
