// A variable that each thread has for itself, and that the kernel takes for one of its block: for want of a __shared__.
#pragma once

#include <cstddef>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"

namespace ladder {

// The first variable of the kernel that is launched first which is not shared and either is an array of at least so
// many elements, or is set under a test for one thread alone and used behind a barrier without that test. Nothing where
// there is none, and on an engine that records nothing. Throws std::runtime_error where the kernel cannot be launched,
// Failure where its source cannot be read.
Finding not_shared(Engine& engine, const Run& run, std::size_t least_elements);

}  // namespace ladder
