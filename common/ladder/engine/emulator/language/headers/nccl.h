// What `#include <nccl.h>` finds on the emulator.
#pragma once

#include "ladder/engine/emulator/language/runtime/nccl.hpp"
