// A hazard in a line of words: what, where and why.
#pragma once

#include <string>

#include "emulator/hazards.hpp"
#include "emulator/special_registers.hpp"

namespace ladder::emulator {

// grid, block: the launch that it happened in, to name blocks and threads by their indices.
std::string in_words(const Hazard& hazard, const dim3& grid, const dim3& block);

}  // namespace ladder::emulator
