// What `#include <cuda_runtime.h>` finds on the emulator: the language, and for a whole program the runtime.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
#ifdef LADDER_PROGRAM
#include "ladder/engine/emulator/language/runtime/launch.hpp"
#endif
