#pragma once

#include "tools/probe/atomics.hpp"

namespace ladder::probe {

// Runs launches(space) on the GPU, one after the other, in a range that a profiler sees. Throws std::runtime_error
// where one fails.
void launch_all(Space space);
// The same with atomic_launches().
void launch_atomics();

}  // namespace ladder::probe
