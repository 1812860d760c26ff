// What happened before what within a warp.
#pragma once

#include <array>
#include <cstdint>

#include "ladder/engine/emulator/requests/warp.hpp"

namespace ladder::emulator {

// When each lane of the running warp last synchronised with each other one: seen[l][m] is the number of __syncwarp()s
// of lane m that happened before what lane l does now. (A vector clock.)
class WarpClock {
 public:
  void reset();
  void synchronise(LaneMask mask);
  std::uint32_t now(unsigned lane) const { return seen_[lane][lane]; }
  std::uint32_t seen(unsigned lane, unsigned other) const { return seen_[lane][other]; }
  // Whether what lane `other` did at its time `then` happened before what `lane` does now.
  bool happened_before(unsigned lane, unsigned other, std::uint32_t then) const { return seen_[lane][other] > then; }

 private:
  std::array<std::array<std::uint32_t, warp_lanes>, warp_lanes> seen_{};
  bool at_zero_ = true;
};

}  // namespace ladder::emulator
