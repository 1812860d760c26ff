// The checks that watch accesses, in the order in which they are asked.
#pragma once

#include "ladder/engine/emulator/global_check.hpp"
#include "ladder/engine/emulator/shared_check.hpp"

namespace ladder::emulator {

using Checks = AccessChecks<SharedCheck, GlobalCheck>;

}  // namespace ladder::emulator
