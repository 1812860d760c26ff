// Arrays whose declaration is to blame. All of these return nothing on an engine that records nothing, and throw
// std::runtime_error where the kernel cannot be launched.
#pragma once

#include <cstddef>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder {

// For want of a __shared__: the first array of the kernel that is launched first, or of what it calls, which is not
// shared and has at least so many elements.
Finding not_shared(Engine& engine, const Run& run, std::size_t least_elements);

// The shared array that threads leave where they store to it and where they load from it, in two lines whose indexes
// have nothing in common but the thread's own number: no index is then wrong that would mend both.
Finding too_short(Engine& engine, const Run& run);

}  // namespace ladder
