// What is wrong with the indexes of a tile in shared memory: where a block stores, and where it loads.
#pragma once

#include <string>

#include "ladder/chapter/transpose/traced_run.hpp"

namespace ladder::transpose {

// "kernel.cuh:57: ..", of the first block of a matrix that is larger than any tile. Empty where nothing is known to be
// wrong. is_open: hazards do not tell the cause.
std::string wrong_tile_index(Engine& engine, const Variant& variant, bool is_open);

}  // namespace ladder::transpose
