// How a program launches its kernels: what tools/try/source makes of `kernel<<<grid, block>>>(arguments)`, and the
// functions of the CUDA runtime that take a kernel.
#pragma once

#include <cstddef>

#include "ladder/engine/emulator/language/runtime/device.hpp"
#include "ladder/engine/emulator/language/runtime/handed.hpp"
#include "ladder/engine/emulator/language/runtime/memory.hpp"

struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaSharedCarveout {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxL1 = 0,
  cudaSharedmemCarveoutMaxShared = 100
};

namespace ladder::emulator {

// Launches what was handed over. An error is the last error then.
void launch(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);

// The pointer that holds what is allocated next is called that.
void name_next_allocation(const char* name);
template <typename Pointer>
Pointer named(const char* name, Pointer pointer) {
  name_next_allocation(name);
  return pointer;
}

// The kernel's function, as any pointer.
template <typename Function>
const void* as_pointer_to_code(Function* function) {
  return reinterpret_cast<const void*>(function);
}

cudaError_t attributes_of(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t set_attribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t blocks_of_multiprocessor(int* blocks, const void* kernel, int threads, std::size_t dynamic_shared_bytes);
cudaError_t best_block(int* least_grid, int* threads, const void* kernel, std::size_t dynamic_shared_bytes, int most);

}  // namespace ladder::emulator

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);
template <typename Kernel>
LADDER_DEVICE cudaError_t cudaLaunchKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                           std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(ladder::emulator::as_pointer_to_code(kernel), grid, block, arguments, dynamic_shared_bytes,
                          stream);
}
template <typename Kernel>
LADDER_DEVICE cudaError_t cudaLaunchCooperativeKernel(Kernel* kernel, dim3 grid, dim3 block, void** arguments,
                                                      std::size_t dynamic_shared_bytes = 0,
                                                      cudaStream_t stream = nullptr) {
  return cudaLaunchCooperativeKernel(ladder::emulator::as_pointer_to_code(kernel), grid, block, arguments,
                                     dynamic_shared_bytes, stream);
}

template <typename Kernel>
LADDER_DEVICE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel* kernel) {
  return ladder::emulator::attributes_of(attributes, ladder::emulator::as_pointer_to_code(kernel));
}
template <typename Kernel>
LADDER_DEVICE cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
  return ladder::emulator::set_attribute(ladder::emulator::as_pointer_to_code(kernel), attribute, value);
}
template <typename Kernel>
LADDER_DEVICE cudaError_t cudaFuncSetCacheConfig(Kernel*, cudaFuncCache) {
  return cudaSuccess;
}
template <typename Kernel>
LADDER_DEVICE cudaError_t cudaFuncSetSharedMemConfig(Kernel*, cudaSharedMemConfig) {
  return cudaSuccess;
}
template <typename Kernel>
LADDER_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Kernel* kernel, int threads,
                                                                        std::size_t dynamic_shared_bytes) {
  return ladder::emulator::blocks_of_multiprocessor(blocks, ladder::emulator::as_pointer_to_code(kernel), threads,
                                                    dynamic_shared_bytes);
}
template <typename Kernel>
LADDER_DEVICE cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* threads, Kernel* kernel,
                                                             std::size_t dynamic_shared_bytes = 0, int most = 0) {
  return ladder::emulator::best_block(least_grid, threads, ladder::emulator::as_pointer_to_code(kernel),
                                      dynamic_shared_bytes, most);
}

namespace ladder::emulator {

// Inlined, so that the launch is told to be where the host code calls this.
template <typename... Parameters, typename... Arguments>
LADDER_DEVICE void launch(cudaStream_t stream, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                          Arguments... arguments) {
  hand_over<Parameters...>(kernel, kernel, arguments...);
  launch(grid, block, 0, stream);
}

// What is allocated next is called that in messages.
inline void name_next(const char* name) { name_next_allocation(name); }

}  // namespace ladder::emulator
