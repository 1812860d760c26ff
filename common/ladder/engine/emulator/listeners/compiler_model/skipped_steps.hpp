// What warps issue for nothing: nvcc makes no jump of a short `if`, so those that have no lane left for it go through
// its instructions all the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ladder/engine/emulator/events.hpp"

namespace ladder::emulator {

// Of a block, between two barriers. Short is what an addition in shared memory takes, `if (..) s[a] += s[b];`: two
// loads and a store, and nothing else between the barriers. nvcc 13 makes a jump of more than that. Of a division, a
// root or an exponential as well: that is not seen here, and such a step counts too much.
class SkippedSteps : public Listener {
 public:
  using Listener::Listener;

  void on(const event::BlockBegins&) { clear(); }
  void on(const event::Request& seen);
  void on(const event::Exchange&) { is_short_ = false; }
  // Those that wait and made none of the steps issued them for nothing: each takes a wavefront.
  void on(const event::Barrier& barrier) {
    if (is_short_ && count_ == steps_.size()) count(barrier.waiting_warps());
    clear();
  }

 private:
  struct Step {
    StepCode code;
    Access operation;
    std::uint32_t warps;  // that made it, a bit for each
  };
  void count(std::uint32_t waiting) const;
  void clear() { count_ = 0, is_short_ = true; }

  std::array<Step, 3> steps_{};
  std::size_t count_ = 0;
  bool is_short_ = true;
};

}  // namespace ladder::emulator
