// An array that each thread has for itself, and that is as large as one for all of its block: for want of a __shared__.
#pragma once

#include <cstddef>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder {

// The first array of the kernel that is launched first, or of what it calls, which is not shared and has at least so
// many elements. Nothing where there is none, and on an engine that records nothing. Throws std::runtime_error where
// the kernel cannot be launched.
Finding not_shared(Engine& engine, const Run& run, std::size_t least_elements);

}  // namespace ladder
