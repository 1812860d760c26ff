// What kernels need of <device_functions.h> on the emulator.
#pragma once

#include "ladder/engine/emulator/language/cuda_syntax.hpp"
