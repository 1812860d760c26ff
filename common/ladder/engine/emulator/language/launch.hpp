// launch(kernel, grid, block, args...) on the emulator: what kernel<<<grid, block>>>(args...) is on the GPU.
// launch(kernel, {grid, block, bytes}, args...): the same with dynamic shared memory.
//
// Included by kernels' files only: everything here is compiled with them, instrumented, except what says otherwise.
#pragma once

#include <array>
#include <cstddef>

#include "ladder/engine/emulator/language/kernel_call.hpp"
#include "ladder/engine/emulator/language/special_registers.hpp"

namespace ladder::emulator {

// What stands between <<< and >>>.
struct Configuration {
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;  // as by cudaLaunchCooperativeKernel()
};

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), const Configuration& configuration, Arguments... arguments) {
  // The copies of the arguments are not accesses of the kernel.
  const auto call = [=]() __attribute__((no_sanitize("thread"))) { kernel(arguments...); };
  const std::array<PointerArgument, sizeof...(Parameters)> pointers{pointer_argument<Parameters>(arguments)...};
  run_grid(configuration.grid, configuration.block, configuration.dynamic_shared_bytes,
           KernelCall(reinterpret_cast<const void*>(kernel), call, call, pointers.data(), pointers.size()),
           configuration.is_cooperative);
}

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  launch(kernel, Configuration{grid, block}, arguments...);
}

}  // namespace ladder::emulator
