// launch(kernel, grid, block, args...) on the emulator: what kernel<<<grid, block>>>(args...) is on the GPU.
//
// Included by kernels' files only: everything here is compiled with them, instrumented but for what says otherwise.
#pragma once

#include "emulator/kernel_call.hpp"
#include "emulator/special_registers.hpp"

namespace ladder::emulator {

// The emulator has as many as an H200, so that grids are the same there and here.
inline unsigned multiprocessors() { return 132; }

template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  // Passing the arguments is not the kernel's doing.
  const auto call = [=]() __attribute__((no_sanitize("thread"))) { kernel(arguments...); };
  run_grid(grid, block, KernelCall(reinterpret_cast<const void*>(kernel), call));
}

}  // namespace ladder::emulator
