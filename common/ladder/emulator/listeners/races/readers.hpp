// Who has read an element since the last barrier of the block. Keeping some of them is enough: a later write that races
// with any reader races with one of these.
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
  static constexpr std::uint32_t site_mask = (1u << 31) - 1;

  std::uint32_t read_epoch = 0;
  Stamp read_stamp;                   // of several lanes, the fewest fences
  std::uint32_t first_site : 31 = 0;  // of the first reader; sites count from the start of the executable
  std::uint32_t sites_differ : 1 = 0;
  LaneMask lanes = 0;  // of one warp, since read_stamp
  std::uint16_t warp : warp_bits = 0;
  std::uint16_t other : thread_bits = 0;  // somebody in another warp
  std::uint16_t other_known : 1 = 0;

  // The running thread reads it: as the first one in this epoch, or after others.
  void note_first(const Running& running, Site site, std::uint32_t epoch) {
    read_epoch = epoch;
    read_stamp = running.stamp;
    first_site = site_offset(site) & site_mask;
    sites_differ = 0;
    lanes = mask_of(lane_of(running.thread));
    warp = warp_of(running.thread) & warp_mask;
    other_known = 0;
  }
  void note(const Running& running, Site site, std::uint32_t epoch) {
    if (read_epoch != epoch) return note_first(running, site, epoch);
    const bool is_elsewhere = first_site != site_offset(site);
    if (is_elsewhere) sites_differ = 1;
    if (warp != warp_of(running.thread)) {
      other = running.thread & thread_mask;
      other_known = 1;
    } else if (running.stamp.warp_time() <= read_stamp.warp_time()) {
      const LaneMask lane = mask_of(lane_of(running.thread));
      if (lanes == lane || running.stamp.fences() < read_stamp.fences())
        read_stamp = {read_stamp.warp_time(), running.stamp.fences()};
      lanes |= lane;
    } else {
      const std::uint16_t known = other_known;
      note_first(running, site, epoch);  // of those since the __syncwarp()
      other_known = known & 1u;
      sites_differ = known != 0 && is_elsewhere;
    }
  }

  // Where they read it; 0 where not all did so at one place.
  Site site() const { return sites_differ != 0 ? 0 : site_address(first_site); }

  // The thread has revalidated what it had read: by an atomic that checks the old value.
  void forget(unsigned thread) {
    if (warp == warp_of(thread)) lanes &= ~mask_of(lane_of(thread));
    if (other == thread) other_known = 0;
  }

  // A reader that nothing orders with what the running thread does now, in the same epoch. (A reader in another warp is
  // taken to have made as many fences as those of this one.)
  std::optional<unsigned> unordered_with(const Context& context) const {
    const Running& running = context.running;
    const bool same_warp = warp == warp_of(running.thread);
    const auto is_known = [&](unsigned reader) {
      return context.order.knows(running.thread, moment(running.block, reader, running.barriers, read_stamp));
    };
    for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const unsigned reader = warp * warp_lanes + lane;
      if (reader == running.thread) continue;
      if (same_warp && context.clock.happened_before(lane_of(running.thread), lane, read_stamp.warp_time())) continue;
      if (!is_known(reader)) return reader;
    }
    if (other_known != 0 && warp_of(other) != warp_of(running.thread) && !is_known(other)) return other;
    return std::nullopt;
  }
};

}  // namespace ladder::emulator
