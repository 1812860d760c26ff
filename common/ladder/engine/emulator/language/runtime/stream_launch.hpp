// launch(stream, kernel, grid, block, args...) on the emulator, for chapters whose host code calls the CUDA runtime.
#pragma once

#include "ladder/engine/emulator/language/runtime/launch.hpp"
#include "ladder/engine/emulator/language/runtime/peers.hpp"

namespace ladder::emulator {

// Inlined, so that the launch is told to be where the host code calls this.
template <typename... Parameters, typename... Arguments>
inline __attribute__((always_inline)) void launch(cudaStream_t stream, void (*kernel)(Parameters...), dim3 grid,
                                                  dim3 block, Arguments... arguments) {
  hand_over<Parameters...>(kernel, kernel, arguments...);
  launch(grid, block, 0, stream);
}

// What is allocated next is called that in messages.
inline void name_next(const char* name) { name_next_allocation(name); }

}  // namespace ladder::emulator
