// What `#include <sm_35_atomic_functions.h>` finds on the emulator.
#pragma once

#include "ladder/engine/emulator/language/headers/cuda_runtime.h"
