// What `#include <cuda.h>` finds on the emulator.
#pragma once

#include "ladder/engine/emulator/language/headers/cuda_runtime.h"
#include "ladder/engine/emulator/language/runtime/driver_errors.hpp"
