// What inline PTX becomes on the emulator: tools/try/inline_ptx.hpp writes calls of these functions in the place of an
// asm statement. To be included by a file that has such statements, behind cuda_syntax.hpp.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
#include "ladder/engine/emulator/language/ptx/arithmetic.hpp"
#include "ladder/engine/emulator/language/ptx/memory.hpp"
#include "ladder/engine/emulator/language/ptx/warp.hpp"
