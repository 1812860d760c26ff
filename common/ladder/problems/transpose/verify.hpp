// Whether a device's matrix is what a transpose (or a copy) of the hashed input must be, bit by bit.
#pragma once

#include <string>

#include "ladder/problems/transpose/variant.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::transpose {

// Compares `out` with what the CPU makes of the rows × cols input, and checks its guard zones. Empty where all is well;
// else one line with the first mismatch by row and column of the output, what was expected and found, how many elements
// are wrong, and how many of those were never written.
std::string verify(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant);

}  // namespace ladder::transpose
