// CUDA's built-in device functions, as kernels on the emulator call them. Included by cuda_syntax.hpp.
//
// Loads and stores of kernels are seen by the compiler's callbacks. What goes beyond them (barriers, exchanges between
// lanes, atomics) calls into the emulator; the calls are implemented in block/.
#pragma once

#include "ladder/engine/emulator/language/address_spaces.hpp"
#include "ladder/engine/emulator/language/atomic_functions.hpp"
#include "ladder/engine/emulator/language/byte_functions.hpp"
#include "ladder/engine/emulator/language/cache_hints.hpp"
#include "ladder/engine/emulator/language/clock.hpp"
#include "ladder/engine/emulator/language/printing.hpp"
#include "ladder/engine/emulator/language/stopping.hpp"
#include "ladder/engine/emulator/language/synchronization.hpp"
#include "ladder/engine/emulator/language/warp_functions.hpp"
