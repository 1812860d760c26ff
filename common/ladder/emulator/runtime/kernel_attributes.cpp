// What a program asks of its kernels: attributes, and how many blocks fit. (CUDA Runtime API, "Execution Control",
// "Occupancy".)
#include <algorithm>

#include "ladder/emulator/cuda/runtime/launch.hpp"
#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/debuginfo/symbols.hpp"
#include "ladder/emulator/memory/shared_memory.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"

using namespace ladder::emulator;

// Of a thread; only nvcc knows. So many leave room for all threads that a multiprocessor takes, as multiprocessor.cpp
// and resident_blocks() do, and programs divide by them.
static constexpr int registers_unknown = 65'536 / memory_model::architecture.most_resident_threads;

// Of a block of the kernel.
static int most_threads_of(const void* kernel) {
  constexpr unsigned most = memory_model::architecture.most_threads;
  const unsigned bounds = facts_of(kernel).launch_bounds.threads;
  return static_cast<int>(bounds == 0 ? most : std::min(bounds, most));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, KernelFunction function) {
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr) return result(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->sharedSizeBytes = static_shared_bytes(kernel);
  attributes->maxThreadsPerBlock = most_threads_of(kernel);
  attributes->numRegs = registers_unknown;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(usual_shared_bytes - attributes->sharedSizeBytes);
  return result(cudaSuccess);
}

cudaError_t cudaFuncSetAttribute(KernelFunction function, cudaFuncAttribute attribute, int value) {
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr) return result(cudaErrorInvalidDeviceFunction);
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize) {
    const auto bytes = static_cast<std::size_t>(value);
    if (value < 0 || bytes > memory_model::architecture.most_shared_bytes) {
      return result(cudaErrorInvalidValue);
    }
    Launches::instance().allow_dynamic_shared(kernel, bytes);
  }
  return result(cudaSuccess);
}

cudaError_t cudaFuncSetCacheConfig(KernelFunction, cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(KernelFunction, cudaSharedMemConfig) { return cudaSuccess; }

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, KernelFunction function, int threads,
                                                          std::size_t dynamic_shared_bytes) {
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr || threads < 1) return result(cudaErrorInvalidValue);
  memory_model::Launch launch;
  launch.blocks = 1e9;
  launch.threads = static_cast<unsigned>(threads);
  launch.shared_bytes = static_shared_bytes(kernel) + dynamic_shared_bytes;
  *blocks = static_cast<int>(memory_model::resident_blocks(launch));
  return result(cudaSuccess);
}

cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* threads, KernelFunction function,
                                               std::size_t dynamic_shared_bytes, int most) {
  int best = 0;
  *threads = *least_grid = 0;
  const void* kernel = Launches::instance().kernel_of(function.code);
  if (kernel == nullptr) return result(cudaErrorInvalidDeviceFunction);
  const int of_kernel = most_threads_of(kernel);
  constexpr int lanes = memory_model::architecture.warp_lanes;
  for (int size = most > 0 ? std::min(most, of_kernel) : of_kernel; size > 0; size = (size - 1) / lanes * lanes) {
    int blocks = 0;
    if (const cudaError_t error =
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, size, dynamic_shared_bytes))
      return error;
    if (blocks * size > best) best = blocks * size, *threads = size, *least_grid = blocks;
  }
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, Devices::instance().current());
  *least_grid *= properties.multiProcessorCount;
  return result(cudaSuccess);
}
