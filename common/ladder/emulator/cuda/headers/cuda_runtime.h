// What `#include <cuda_runtime.h>` finds on the emulator: the language, and for a whole program the runtime.
#pragma once

#include "ladder/emulator/cuda/cuda_syntax.hpp"
#ifdef LADDER_PROGRAM
// These come with nvcc's.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <new>
#include <utility>

#include "ladder/emulator/cuda/inline_ptx.hpp"
#include "ladder/emulator/cuda/runtime/attributes.hpp"
#include "ladder/emulator/cuda/runtime/device.hpp"
#include "ladder/emulator/cuda/runtime/graphs.hpp"
#include "ladder/emulator/cuda/runtime/launch.hpp"
// By these programs, and the samples' helper headers, know that nvcc compiles them and that the runtime is there.
#define __NVCC__
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#endif
