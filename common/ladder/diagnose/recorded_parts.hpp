// Runs on elements of less than 4 bytes, followed: each run has one part of what tells an element from all others.
#pragma once

#include <cstddef>
#include <functional>

#include "ladder/engine/recording.hpp"

namespace ladder {

// A recording in which each step has all 4 bytes of its element: of one run for each part, record(part), with steps of
// element_bytes; part 0 is the lowest. A kernel that does other things where it moves other values cannot be followed
// so: then there are no steps.
Recording record_parts(std::size_t element_bytes, const std::function<Recording(unsigned part)>& record);

}  // namespace ladder
