// launch(kernel, grid, block, args...) on the GPU. launch(kernel, {grid, block, bytes}, args...): the same with dynamic
// shared memory.
#pragma once

#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#include <tuple>

namespace ladder::gpu {

// Throws std::runtime_error with the runtime's own words where `status` is an error.
inline void check(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

// Of device 0.
inline int attribute(cudaDeviceAttr name) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, name, 0), "cudaDeviceGetAttribute");
  return value;
}
inline unsigned multiprocessors() { return static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount)); }

// What stands between <<< and >>>.
struct Configuration {
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;  // by cudaLaunchCooperativeKernel()
};

// kernel<<<grid, block, bytes>>>(arguments...), with the check that a wrong launch needs.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), const Configuration& configuration, Arguments... arguments) {
  constexpr std::size_t allowed_without_asking = 48 * 1024;
  const auto& [grid, block, bytes, is_cooperative] = configuration;
  if (bytes > allowed_without_asking) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "cudaFuncSetAttribute");
  }
  if (is_cooperative) {
    std::tuple<Parameters...> values(arguments...);
    const auto launch_with = [&](auto&... each) {
      void* pointers[] = {static_cast<void*>(&each)..., nullptr};
      return cudaLaunchCooperativeKernel(kernel, configuration.grid, configuration.block, pointers,
                                         configuration.dynamic_shared_bytes);
    };
    return check(std::apply(launch_with, values), "cudaLaunchCooperativeKernel");
  }
  kernel<<<grid, block, bytes>>>(arguments...);
  check(cudaGetLastError(), "kernel launch");
}

// kernel<<<grid, block>>>(arguments...).
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  launch(kernel, Configuration{grid, block}, arguments...);
}

template <typename... Parameters, typename... Arguments>
void launch(cudaStream_t stream, void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  kernel<<<grid, block, 0, stream>>>(arguments...);
}

inline void name_next(const char*) {}

}  // namespace ladder::gpu
