// launch(stream, kernel, grid, block, args...): kernel<<<grid, block, 0, stream>>>(args...), for host code that calls
// the CUDA runtime itself, on the GPU and on the emulator. cudaGetLastError() says what has become of it.
#pragma once

#ifdef LADDER_EMULATED
#include "ladder/emulator/cuda/runtime/launch.hpp"
#else
#include "ladder/gpu/launch.cuh"
#endif
