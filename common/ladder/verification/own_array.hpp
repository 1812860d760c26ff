// An array that is not shared, for want of a __shared__.
#pragma once

#include <string>

#include "ladder/engine/recording.hpp"

namespace ladder {

// "kernel.cuh:77: each thread has tile for itself ..", of an array of the first launch's kernel that each thread
// has for itself and that is larger than all its registers. Empty where there is none.
std::string too_large_for_a_thread(const Recording& recording);

}  // namespace ladder
