// How often each thread of the running block has gone round a loop again since it last waited for others.
#pragma once

#include <array>
#include <cstdint>

#include "ladder/engine/emulator/requests/warp.hpp"

namespace ladder::emulator {

class RoundsSinceBarrier {
 public:
  void begin_block() { threads_ = {}; }
  void next_round(unsigned thread, std::uint32_t barriers) {
    Thread& of = threads_[thread];
    of.rounds = of.barriers == barriers ? of.rounds + 1 : 1;
    of.barriers = barriers;
  }
  std::uint32_t of(unsigned thread, std::uint32_t barriers) const {
    return threads_[thread].barriers == barriers ? threads_[thread].rounds : 0;
  }

 private:
  struct Thread {
    std::uint32_t barriers = 0, rounds = 0;
  };
  std::array<Thread, most_threads> threads_{};
};

}  // namespace ladder::emulator
