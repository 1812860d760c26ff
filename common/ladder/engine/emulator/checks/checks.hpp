// The checks that watch accesses, in the order in which they are asked.
#pragma once

#include "ladder/engine/emulator/checks/global_check.hpp"
#include "ladder/engine/emulator/checks/overwrite_check.hpp"
#include "ladder/engine/emulator/checks/shared_check.hpp"

namespace ladder::emulator {

using Checks = AccessChecks<SharedCheck, GlobalCheck, OverwriteCheck>;

}  // namespace ladder::emulator
