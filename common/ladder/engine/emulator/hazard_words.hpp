// A hazard in a line of words: what, where and why.
#pragma once

#include <cstdint>
#include <string>

#include "ladder/engine/emulator/hazards.hpp"
#include "ladder/engine/emulator/special_registers.hpp"
#include "ladder/engine/emulator/warp_trace.hpp"

namespace ladder::emulator {

// The index of a block in a grid, or of a thread in a block, of that size: "(3, 0)" or "(3, 0, 1)".
std::string index_in(const dim3& size, std::uint64_t linear);

// "kernel.cuh:33", or that it is not known.
std::string place(Site site);

// grid, block: the launch that it happened in, to name blocks and threads by their indices.
std::string in_words(const Hazard& hazard, const dim3& grid, const dim3& block);

}  // namespace ladder::emulator
