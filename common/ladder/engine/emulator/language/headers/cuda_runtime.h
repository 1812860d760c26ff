// What `#include <cuda_runtime.h>` finds on the emulator: the language, and for a whole program the runtime.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
#ifdef LADDER_PROGRAM
// These come with nvcc's.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <new>
#include <utility>

#include "ladder/engine/emulator/language/inline_ptx.hpp"
#include "ladder/engine/emulator/language/runtime/device.hpp"
#include "ladder/engine/emulator/language/runtime/launch.hpp"
// By these programs, and the samples' helper headers, know that nvcc compiles them and that the runtime is there.
#define __NVCC__
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#endif
