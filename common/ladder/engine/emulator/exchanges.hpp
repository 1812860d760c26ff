// Shuffles, votes and __syncwarp(): what the lanes of a warp do together.
#pragma once

#include "ladder/engine/emulator/threads.hpp"
#include "ladder/engine/emulator/warp_clock.hpp"

namespace ladder::emulator {

class Exchanges {
 public:
  Exchanges(Threads& threads, WarpClock& clock, HazardLog& hazards)
      : threads_(threads), clock_(clock), hazards_(hazards) {}

  // What the running thread does: it waits for the other lanes of the mask, and gets the source lane's value, or keeps
  // its own where the source takes no part.
  std::uint64_t take_part(const Exchange& exchange, Site site);

  // Lets those lanes of the warp that begins with thread `first` go on whose whole mask has arrived. False where there
  // are none.
  bool release(unsigned first);

 private:
  void hand_over(unsigned first, LaneMask mask);
  void check_shuffle(unsigned thread, LaneMask mask);

  Threads& threads_;
  WarpClock& clock_;
  HazardLog& hazards_;
};

}  // namespace ladder::emulator
