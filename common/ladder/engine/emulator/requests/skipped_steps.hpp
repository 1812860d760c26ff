// What warps issue for nothing: nvcc makes no jump of a short `if`, so those that have no lane left for it go through
// its instructions all the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ladder/engine/emulator/requests/site_counters.hpp"

namespace ladder::emulator {

// Of a block, between two barriers. Short is what an addition in shared memory takes, `if (..) s[a] += s[b];`: two
// loads and a store, and nothing else between the barriers. nvcc 13 makes a jump of more than that. Of a division, a
// root or an exponential as well: that is not seen here, and such a step counts too much.
class SkippedSteps {
 public:
  void begin_block() { clear(); }
  // A request of the warp, which is no atomic.
  void add(const Request& request, unsigned warp);
  // The warp does what is never short: an atomic, an exchange.
  void add_other() { is_short_ = false; }
  // A barrier. waiting_warps(): those that wait at it, a bit for each. Those of them that made none of the steps issued
  // them for nothing: each takes a wavefront.
  template <typename WaitingWarps>
  void barrier(const WaitingWarps& waiting_warps, Sites& sites) {
    if (is_short_ && count_ == steps_.size()) count(waiting_warps(), sites);
    clear();
  }

 private:
  struct Step {
    StepCode code;
    Access operation;
    std::uint32_t warps;  // that made it, a bit for each
  };
  void count(std::uint32_t waiting, Sites& sites) const;
  void clear() { count_ = 0, is_short_ = true; }

  std::array<Step, 3> steps_{};
  std::size_t count_ = 0;
  bool is_short_ = true;
};

}  // namespace ladder::emulator
