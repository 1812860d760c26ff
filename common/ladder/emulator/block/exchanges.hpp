// Shuffles, votes and __syncwarp(): what the lanes of a warp do together.
#pragma once

#include <array>
#include <cstdint>

#include "ladder/emulator/block/accesses.hpp"
#include "ladder/emulator/block/threads.hpp"
#include "ladder/emulator/requests/warp.hpp"

namespace ladder::emulator {

class Exchanges {
 public:
  Exchanges(Threads& threads, WarpClock& clock, Accesses& accesses, HazardLog& hazards, EventCounts& events)
      : threads_(threads), warp_clock_(clock), accesses_(accesses), hazards_(hazards), events_(events) {}

  // What the running thread does: it waits for the other lanes of the mask, and gets the source lane's value, or keeps
  // its own where the source takes no part.
  std::uint64_t take_part(const Exchange& exchange, Site site);

  // Lets those lanes of the warp that begins with thread `first` go on whose whole mask has arrived. False where there
  // are none.
  bool release(unsigned first);
  bool can_release(unsigned first) const;
  // To be called when no lane of that warp can go on by itself. Lanes that wait for others which will never come are
  // let go all the same, so that the rest of the kernel is seen too. False where there are none.
  bool release_divergent(unsigned first);

 private:
  LaneMask awaited(unsigned first, unsigned lane) const;
  LaneMask together_with(unsigned first, unsigned lane, LaneMask waiting) const;
  LaneMask contradicting(unsigned first, unsigned lane, LaneMask waiting) const;
  using Offers = std::array<event::LaneValue, warp_lanes>;  // by their lanes
  static std::uint64_t made_of_all(const Exchange& own, LaneMask came, const Offers& offers);
  void hand_over(unsigned first, LaneMask came);
  void check_lanes(unsigned thread, LaneMask came);
  void report_divergent(unsigned first, unsigned lane, unsigned other);

  Threads& threads_;
  WarpClock& warp_clock_;
  Accesses& accesses_;
  HazardLog& hazards_;
  EventCounts& events_;
};

}  // namespace ladder::emulator
