// Runs a small kernel on the emulator, and hears what is said of it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/hazards/cases.hpp"

namespace hazards {

struct Said {
  std::vector<std::string> lines, remarks;
};

// With the blocks in their order, or in another one. In checks.cpp.
Said said_of(const std::function<void(Buffers)>& launch, bool reordered);

}  // namespace hazards
