// What `#include <cuda_fp16.h>` finds on the emulator: __half, of 5 bits for the exponent and 10 for the mantissa.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
#include "ladder/engine/emulator/language/small_float_names.hpp"

using __half = ladder::cuda::SmallFloat<ladder::cuda::HalfFormat>;
using __half2 = ladder::cuda::SmallFloat2<ladder::cuda::HalfFormat>;
using half = __half;
using half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
LADDER_SMALL_FLOAT(half, __half, __half2)
