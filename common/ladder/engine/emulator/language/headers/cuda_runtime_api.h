// What `#include <cuda_runtime_api.h>` finds on the emulator.
#pragma once

#include "ladder/engine/emulator/language/headers/cuda_runtime.h"
