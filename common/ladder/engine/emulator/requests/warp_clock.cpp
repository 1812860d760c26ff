#include "ladder/engine/emulator/requests/warp_clock.hpp"

#include <algorithm>

namespace ladder::emulator {

void WarpClock::reset() {
  if (!at_zero_) {
    for (auto& row : seen_) row.fill(0);
  }
  at_zero_ = true;
}

void WarpClock::synchronise(LaneMask mask) {
  at_zero_ = false;
  std::array<std::uint32_t, warp_lanes> latest{};
  for_each_lane(mask, [&](unsigned lane) {
    ++seen_[lane][lane];
    for (unsigned other = 0; other < warp_lanes; ++other) latest[other] = std::max(latest[other], seen_[lane][other]);
  });
  for_each_lane(mask, [&](unsigned lane) { seen_[lane] = latest; });
}

}  // namespace ladder::emulator
