// A variable that each thread has for itself, and that the kernel takes for one of its block: for want of a __shared__.
#pragma once

#include <cstddef>
#include <string>

#include "ladder/engine/engine.hpp"
#include "ladder/engine/recording.hpp"

namespace ladder {

// "kernel.cuh:77: each thread has tile for itself ..", of the first array with at least so many elements that is not
// shared. Empty where there is none.
std::string array_not_shared(const Recording& recording, std::size_t least_elements);

// "summit.cuh:54: each thread has last for itself ..", of the kernel's first variable that its source sets under a test
// for one thread alone, and uses behind a barrier without that test. No block of the run is run. Empty where there is
// none, where the source cannot be read or the kernel not be launched, and on an engine that records nothing.
std::string number_not_shared(Engine& engine, const Run& run);

}  // namespace ladder
