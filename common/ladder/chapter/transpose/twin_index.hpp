// The two indexes of a transpose, that of `in` and that of `out`, held against each other: blocks that go along the
// rows of one go along the columns of the other.
#pragma once

#include <string>

#include "ladder/engine/recording.hpp"
#include "ladder/verification/wrong_index.hpp"

namespace ladder::transpose {

// "kernel.cuh:34: out[..][..] has blockIdx.x and blockIdx.y exchanged: ..": what is wrong with the index of `array`, if
// that of `twin` is right. transposed: what lies in a row of one belongs in a column of the other. Empty where nothing
// is, or one of them follows no formula.
std::string flaw_beside(const Recording& recording, const UsedArray& array, const UsedArray& twin, bool transposed);

}  // namespace ladder::transpose
