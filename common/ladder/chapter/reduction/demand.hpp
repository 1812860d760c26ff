// What a sum asks of a GPU at a size that need not fit any memory here.
#pragma once

#include <cstddef>
#include <string>

#include "ladder/model/limits.hpp"

namespace ladder::reduction {

// Of the emulator's variant of that name: sample() of its blocks are run. It has to load each element; what its later
// launches do is left out, which is little. Throws std::bad_alloc where there are not enough addresses.
memory_model::Demand demand(const std::string& variant, std::size_t count);

}  // namespace ladder::reduction
