// What `#include <sm_32_atomic_functions.h>` finds on the emulator.
#pragma once

#include "ladder/engine/emulator/language/headers/cuda_runtime.h"
