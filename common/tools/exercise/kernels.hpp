// What an exercise's .cu needs to launch the answer. EXERCISE is the file with the kernels: the student's, the skeleton
// or the solution.
#pragma once

#include "ladder/engine/launch.hpp"
#include "tools/exercise/answer.hpp"

namespace ladder::LADDER_ENGINE {

using exercise::Task;

}  // namespace ladder::LADDER_ENGINE
