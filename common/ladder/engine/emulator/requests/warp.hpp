// A block's threads in warps: warp_lanes consecutive ones each.
#pragma once

#include <cstdint>

#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

using memory_model::Access;
using memory_model::SharedAtomic;
using memory_model::Space;

inline constexpr unsigned warp_lanes = memory_model::architecture.warp_lanes;
inline constexpr unsigned most_threads = memory_model::architecture.most_threads;

constexpr unsigned warp_of(unsigned thread) { return thread / warp_lanes; }
constexpr unsigned lane_of(unsigned thread) { return thread % warp_lanes; }

// Lanes of a warp: bit l is lane l.
using LaneMask = std::uint32_t;
constexpr LaneMask mask_of(unsigned lane) { return LaneMask{1} << lane; }
constexpr bool contains(LaneMask mask, unsigned lane) { return (mask >> lane & 1u) != 0; }

// Calls visit(lane) for each lane of the mask.
template <typename Visit>
void for_each_lane(LaneMask mask, const Visit& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(__builtin_ctz(mask)));
}

}  // namespace ladder::emulator
