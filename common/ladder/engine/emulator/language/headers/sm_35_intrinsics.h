// What `#include <sm_35_intrinsics.h>` finds on the emulator.
#pragma once

#include "ladder/engine/emulator/language/headers/cuda_runtime.h"
