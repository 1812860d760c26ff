// What `#include <cuda_bf16.h>` finds on the emulator: __nv_bfloat16, of 8 bits for the exponent and 7 for the
// mantissa.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
#include "ladder/engine/emulator/language/small_float_names.hpp"

using __nv_bfloat16 = ladder::cuda::SmallFloat<ladder::cuda::Bfloat16Format>;
using __nv_bfloat162 = ladder::cuda::SmallFloat2<ladder::cuda::Bfloat16Format>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
LADDER_SMALL_FLOAT(bfloat16, __nv_bfloat16, __nv_bfloat162)
