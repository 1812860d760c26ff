// How a block adds what its threads have: in shared memory, level by level, or by shuffles.
#pragma once

#include <functional>
#include <string>

#include "ladder/engine/recording.hpp"

namespace ladder::reduction {

// Of a recording of block 0 alone. Each returns a line that begins with "kernel.cuh:31: ", or nothing.

// Why threads meet at an element of shared memory, or leave its array: at a level too many of them add, or their index
// goes on by too little; a level is one too many; or more than one warp comes to where a __syncwarp() is all that
// orders threads.
std::string wrong_level(const Recording& block);

// Why the lane that stores a warp's sum does not have the value of each lane once. counts_wrong: whether the elements
// that this thread loads do not count once.
std::string wrong_shuffles(const Recording& block, const std::function<bool(unsigned thread)>& counts_wrong);

}  // namespace ladder::reduction
