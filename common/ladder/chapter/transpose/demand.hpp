// What a transpose asks of a GPU at a size that need not fit any memory here.
#pragma once

#include <string>

#include "ladder/model/limits.hpp"

namespace ladder::transpose {

// Of the emulator's variant of that name: sample() of its blocks are run. It has to load and to store each element.
// Throws std::bad_alloc where there are not enough addresses.
memory_model::Demand demand(const std::string& variant, unsigned rows, unsigned cols);

}  // namespace ladder::transpose
