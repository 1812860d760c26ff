// Who has read an element since the last barrier of the block: whoever writes it next collides with one of those that
// are kept if it collides with anybody.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>

#include "ladder/emulator/events.hpp"

namespace ladder::emulator {

// Times are the WarpClock's; epochs count the barriers of all blocks. Kept are the readers of one warp that no
// __syncwarp() separates, and one reader of another warp.
struct Readers {
  static constexpr int thread_bits = std::bit_width(most_threads - 1);
  static constexpr int warp_bits = std::bit_width((most_threads - 1) / warp_lanes);
  static constexpr unsigned thread_mask = (1u << thread_bits) - 1, warp_mask = (1u << warp_bits) - 1;

  std::uint32_t read_epoch = 0;
  std::uint32_t read_time = 0;
  std::uint32_t read_site = 0;  // sites count from the start of the executable
  LaneMask lanes = 0;           // of one warp, since read_time
  std::uint16_t warp : warp_bits = 0;
  std::uint16_t other : thread_bits = 0;  // somebody in another warp
  std::uint16_t other_known : 1 = 0;

  // The running thread reads it: as the first one in this epoch, or after others.
  void note_first(const Running& running, Site site, std::uint32_t epoch) {
    read_epoch = epoch;
    read_time = running.warp_time;
    read_site = site_offset(site);
    lanes = mask_of(lane_of(running.thread));
    warp = warp_of(running.thread) & warp_mask;
    other_known = 0;
  }
  void note(const Running& running, Site site, std::uint32_t epoch) {
    if (read_epoch != epoch) {
      note_first(running, site, epoch);
    } else if (warp != warp_of(running.thread)) {
      other = running.thread & thread_mask;
      other_known = 1;
    } else if (running.warp_time <= read_time) {
      lanes |= mask_of(lane_of(running.thread));
    } else {
      const std::uint16_t known = other_known;
      note_first(running, site, epoch);  // of those since the __syncwarp()
      other_known = known & 1u;
    }
  }

  // One of them that what `thread` does now, in the same epoch, is in no order with.
  std::optional<unsigned> unordered_with(unsigned thread, const WarpClock& clock) const {
    const bool same_warp = warp == warp_of(thread);
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const unsigned reader = warp * warp_lanes + lane;
      if (reader == thread) continue;
      if (!same_warp || !clock.happened_before(lane_of(thread), lane, read_time)) return reader;
    }
    if (other_known != 0 && warp_of(other) != warp_of(thread)) return other;
    return std::nullopt;
  }
};

}  // namespace ladder::emulator
