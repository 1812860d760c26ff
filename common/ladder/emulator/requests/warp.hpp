// A block's threads in warps: warp_lanes consecutive ones each; and what happened before what within a warp.
#pragma once

#include <algorithm>
#include <array>
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

void for_each_lane(LaneMask mask, const auto& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<unsigned>(__builtin_ctz(mask)));
}

// When each lane of the running warp last synchronised with each other one: seen[l][m] is the number of __syncwarp()s
// of lane m that happened before what lane l does now. (A vector clock.)
class WarpClock {
 public:
  void reset() {
    if (!at_zero_) seen_ = {};
    at_zero_ = true;
  }
  void synchronise(LaneMask mask) {
    at_zero_ = false;
    std::array<std::uint32_t, warp_lanes> latest{};
    for_each_lane(mask, [&](unsigned lane) {
      ++seen_[lane][lane];
      for (unsigned other = 0; other < warp_lanes; ++other) latest[other] = std::max(latest[other], seen_[lane][other]);
    });
    for_each_lane(mask, [&](unsigned lane) { seen_[lane] = latest; });
  }
  std::uint32_t now(unsigned lane) const { return seen_[lane][lane]; }
  std::uint32_t seen(unsigned lane, unsigned other) const { return seen_[lane][other]; }
  // Whether what lane `other` did at its time `then` happened before what `lane` does now.
  bool happened_before(unsigned lane, unsigned other, std::uint32_t then) const { return seen_[lane][other] > then; }

 private:
  std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes> seen_{};
  bool at_zero_ = true;
};

}  // namespace ladder::emulator
