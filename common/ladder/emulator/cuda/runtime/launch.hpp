// How a program launches its kernels: what tools/try/source makes of `kernel<<<grid, block>>>(arguments)`, and the
// functions of the CUDA runtime that take a kernel.
#pragma once

#include <cstddef>

#include "ladder/emulator/cuda/runtime/device.hpp"
#include "ladder/emulator/cuda/runtime/handed.hpp"
#include "ladder/emulator/cuda/runtime/memory.hpp"

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

// What is allocated next is called that in messages, as the pointer that holds it.
void name_next(const char* name);
template <typename Pointer>
Pointer named(const char* name, Pointer pointer) {
  name_next(name);
  return pointer;
}

// The kernel's function, as any pointer.
struct KernelFunction {
  const void* code;
  template <typename Function>
  LADDER_DEVICE KernelFunction(Function* function) : code(reinterpret_cast<const void*>(function)) {}
};

// Inlined, so that the launch is told to be where the host code calls this.
template <typename... Parameters, typename... Arguments>
LADDER_DEVICE void launch(cudaStream_t stream, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                          Arguments... arguments) {
  hand_over<Parameters...>(kernel, kernel, arguments...);
  launch(grid, block, 0, stream);
}

}  // namespace ladder::emulator

cudaError_t cudaLaunchKernel(ladder::emulator::KernelFunction kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchCooperativeKernel(ladder::emulator::KernelFunction kernel, dim3 grid, dim3 block,
                                        void** arguments, std::size_t dynamic_shared_bytes = 0,
                                        cudaStream_t stream = nullptr);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, ladder::emulator::KernelFunction kernel);
cudaError_t cudaFuncSetAttribute(ladder::emulator::KernelFunction kernel, cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(ladder::emulator::KernelFunction kernel, cudaFuncCache config);
cudaError_t cudaFuncSetSharedMemConfig(ladder::emulator::KernelFunction kernel, cudaSharedMemConfig config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, ladder::emulator::KernelFunction kernel,
                                                          int threads, std::size_t dynamic_shared_bytes);
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* least_grid, int* threads, ladder::emulator::KernelFunction kernel,
                                               std::size_t dynamic_shared_bytes = 0, int most = 0);
