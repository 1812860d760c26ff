// What `#include <cuda_fp16.h>` finds on the emulator: __half, of 5 bits for the exponent and 10 for the mantissa.
#pragma once

#include "ladder/emulator/cuda/cuda_syntax.hpp"
#include "ladder/emulator/cuda/small_float2.hpp"

using __half = ladder::cuda::SmallFloat<ladder::cuda::HalfFormat>;
using __half2 = ladder::cuda::SmallFloat2<ladder::cuda::HalfFormat>;
using half = __half;
using half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __half_raw = ladder::cuda::SmallFloatBits<ladder::cuda::HalfFormat>;
using __half2_raw = ladder::cuda::SmallFloat2Bits<ladder::cuda::HalfFormat>;
LADDER_SMALL_FLOAT(half, __half, __half2)

#define CUDART_INF_FP16 __ushort_as_half(0x7C00u)
#define CUDART_NAN_FP16 __ushort_as_half(0x7FFFu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7BFFu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half(0x3C00u)
