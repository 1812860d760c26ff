// CUDA's mathematical, bit and conversion functions. Those of C++ are there as in nvcc: abs(), sqrt() and the like for
// every type. Included by cuda_syntax.hpp.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "ladder/engine/emulator/language/fast_functions.hpp"
#include "ladder/engine/emulator/language/integer_functions.hpp"
#include "ladder/engine/emulator/language/min_max.hpp"
#include "ladder/engine/emulator/language/pointer_functions.hpp"
#include "ladder/engine/emulator/language/rounded_functions.hpp"
#include "ladder/engine/emulator/language/simd_functions.hpp"
#include "ladder/engine/emulator/language/special_functions.hpp"
