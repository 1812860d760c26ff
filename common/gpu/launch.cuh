// launch(kernel, grid, block, args...) on the GPU.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>

namespace ladder::gpu {

// Throws std::runtime_error with the runtime's own words where `status` is an error.
inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

inline unsigned multiprocessors() {
  int count = 0;
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0), "cudaDeviceGetAttribute");
  return static_cast<unsigned>(count);
}

// kernel<<<grid, block>>>(arguments...), with the check that a wrong launch needs.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  kernel<<<grid, block>>>(arguments...);
  check(cudaGetLastError(), "kernel launch");
}

}  // namespace ladder::gpu
