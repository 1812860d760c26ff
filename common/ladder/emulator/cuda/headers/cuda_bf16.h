// What `#include <cuda_bf16.h>` finds on the emulator: __nv_bfloat16, of 8 bits for the exponent and 7 for the
// mantissa.
#pragma once

#include "ladder/emulator/cuda/cuda_syntax.hpp"
#include "ladder/emulator/cuda/small_float2.hpp"

using __nv_bfloat16 = ladder::cuda::SmallFloat<ladder::cuda::Bfloat16Format>;
using __nv_bfloat162 = ladder::cuda::SmallFloat2<ladder::cuda::Bfloat16Format>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;
using __nv_bfloat16_raw = ladder::cuda::SmallFloatBits<ladder::cuda::Bfloat16Format>;
using __nv_bfloat162_raw = ladder::cuda::SmallFloat2Bits<ladder::cuda::Bfloat16Format>;
LADDER_SMALL_FLOAT(bfloat16, __nv_bfloat16, __nv_bfloat162)

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7F80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7FFFu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7F7Fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3F80u)
