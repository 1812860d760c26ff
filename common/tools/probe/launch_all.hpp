#pragma once

#include "tools/probe/readings.hpp"

namespace ladder::probe {

// Runs launches(space) on the GPU, one after the other, in a range that a profiler sees. Throws std::runtime_error
// where one fails.
void launch_all(Space space);

// The same with the copies of structs.
void launch_copies();

}  // namespace ladder::probe
