// What an exercise's .cu needs to launch the answer. EXERCISE is the file with the kernels: the student's, the skeleton
// or the solution.
#pragma once

#include <cmath>

#include "exercise/answer.hpp"
#include "launch.hpp"

namespace ladder::LADDER_ENGINE {

using exercise::Task;

// Blocks of `each` elements that cover `count`.
inline unsigned blocks(unsigned count, unsigned each) { return count / each + (count % each != 0); }

}  // namespace ladder::LADDER_ENGINE
