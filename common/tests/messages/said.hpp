// What the emulator says of the wrong kernels.
#pragma once

#include <string>
#include <vector>

#include "tests/messages/wrong_kernels.hpp"

namespace messages {

// Its messages, or what it was stopped with; of values 0, 1, 2, ... in `in`.
std::vector<std::string> said_of(const WrongKernel& kernel);

}  // namespace messages
