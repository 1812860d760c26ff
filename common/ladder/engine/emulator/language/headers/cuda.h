// What kernels need of <cuda.h> on the emulator.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
