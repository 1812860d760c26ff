// Device functions that call themselves are called; the others are part of their kernels, as ever.
#pragma once

#include "ladder/emulator/cuda/cuda_syntax.hpp"
#ifndef LADDER_PROGRAM  // as in cuda_syntax.hpp: the words stay what they are for what reads them
#undef __device__
#undef __global__
#define __device__ __attribute__((used, aligned(32), abi_tag("emulated")))
#define __global__ __attribute__((noinline, flatten, visibility("protected") LADDER_KERNEL_TAG))
#endif
#undef __forceinline__
#define __forceinline__ inline
