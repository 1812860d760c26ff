// What `#include <cooperative_groups.h>` finds on the emulator: blocks, the grid, tiles of a warp, and the threads of a
// warp that are at one place. (CUDA C++ Programming Guide, "Cooperative Groups".) Clusters, tiles of several warps and
// asynchronous copies are not here.
#pragma once

#include "ladder/engine/emulator/language/groups/partitions.hpp"
