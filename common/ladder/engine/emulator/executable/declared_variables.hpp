// The variables that a kernel declares: shared ones, and those that each thread has for itself.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "ladder/engine/recording.hpp"

namespace ladder::emulator {

// Those in the bodies of this kernel and of the device functions in whose code one of the sites lies, in the order of
// the source; with those of what is inlined there. None where the debug information does not say.
std::vector<DeclaredVariable> declared_variables(const void* kernel, const std::set<std::uintptr_t>& sites);

}  // namespace ladder::emulator
