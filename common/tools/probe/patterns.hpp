// Ways in which one warp can access memory, to compare the hardware with memory_model.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ladder/model/memory_model.hpp"

namespace ladder::probe {

using memory_model::Access;
using memory_model::Space;

// The elements that a warp's lanes access.
struct Pattern {
  std::string name;
  std::uint32_t active = 0xffffffffu;  // bit l set: lane l takes part
  std::array<std::uint32_t, memory_model::architecture.warp_lanes> element{};
  std::vector<int> widths = {4, 8, 16};  // of an element, in bytes
};

// The memory that a pattern's elements lie in, whatever their width: a block's shared memory.
inline constexpr unsigned memory_bytes = 48 * 1024;

// Over 400 of them, of different names: strides, tiles, permutations, broadcasts, pairs of lanes, random elements,
// random active lanes; the later half for elements of 1 and 2 bytes, of which several lie in one word. The same on
// every machine.
std::vector<Pattern> patterns();

// The pattern as one request. Addresses count from the start of the memory, which is aligned to at least 128 bytes.
memory_model::WarpAccess request(const Pattern& pattern, int bytes, Access operation);

}  // namespace ladder::probe
