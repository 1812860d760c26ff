// What a variable of the wrong type makes of an element.
#pragma once

#include <string>

#include "ladder/chapter/reduction/probe.hpp"

namespace ladder::reduction {

// Of a variant that counts an element of 1 once: where one of another value comes out as another one, as its fraction,
// its sign or its last bits are lost. "kernel.cuh:128: in[16], which is 1.5, comes out as 1: .."; else empty.
std::string lost_in_conversion(Probe& probe);

}  // namespace ladder::reduction
