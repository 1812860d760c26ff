// What the emulator says of the wrong kernels.
#pragma once

#include <string>
#include <vector>

#include "ladder/engine/observation.hpp"
#include "tests/messages/wrong_kernels.hpp"

namespace messages {

// What is seen of it, with values 0, 1, 2, ... in `in`. Throws what it was stopped with.
ladder::Observation seen_of(const WrongKernel& kernel);

// Its messages; where it has none, its remarks; or what it was stopped with.
std::vector<std::string> said_of(const WrongKernel& kernel);

}  // namespace messages
