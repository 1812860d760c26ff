// The engine's launch(kernel, grid, block, args...): the one thing that plain C++ has no syntax for.
#pragma once

#ifdef LADDER_EMULATED
#include "ladder/emulator/cuda/kernel_call.hpp"
#else
#include "ladder/gpu/launch.cuh"
#endif

namespace ladder {

// Blocks of `each` elements that cover `count`.
inline unsigned divide_up(unsigned count, unsigned each) { return count / each + (count % each != 0); }

}  // namespace ladder
