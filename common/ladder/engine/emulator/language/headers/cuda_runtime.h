// What kernels need of <cuda_runtime.h> on the emulator.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
