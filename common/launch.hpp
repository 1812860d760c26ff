// The engine's launch(kernel, grid, block, args...): the one thing that plain C++ has no syntax for.
#pragma once

#ifdef __CUDACC__
#include "gpu/launch.cuh"
#else
#include "emulator/launch.hpp"
#endif
