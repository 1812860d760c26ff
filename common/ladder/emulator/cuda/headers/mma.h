// What `#include <mma.h>` finds on the emulator: nothing. What a program uses of it is refused by name.
#pragma once

#include "ladder/emulator/cuda/headers/cuda_fp16.h"

namespace nvcuda::wmma {}
