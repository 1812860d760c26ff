// The arrays that a kernel declares in its body: shared ones, and those that each thread has for itself.
#pragma once

#include <vector>

#include "ladder/engine/recording.hpp"

namespace ladder::emulator {

// In the order of the source; with those of the device functions that are inlined there. None where the debug
// information does not say.
std::vector<DeclaredArray> declared_arrays(const void* kernel);

}  // namespace ladder::emulator
