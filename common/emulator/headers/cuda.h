// What kernels need of <cuda.h> on the emulator.
#pragma once

#include "emulator/cuda_syntax.hpp"
