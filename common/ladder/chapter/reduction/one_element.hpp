// What becomes of one element of a sum.
#pragma once

#include <cstddef>
#include <string>

#include "ladder/chapter/reduction/probe.hpp"

namespace ladder::reduction {

// Sums an array in which this element alone is not 0, of which `sum` comes out, a wrong one; and says in one line where
// its value is seen last, or where it is first too large.
std::string way_of_element(Probe& probe, std::size_t element, float value, float sum);

}  // namespace ladder::reduction
