// What the threads of a block read as their clocks: no time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ladder/engine/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

class Clock {
 public:
  // Two launches share no time.
  void begin_block(std::uint64_t launch) {
    now_ = launch << 32;
    readers_.clear();
  }
  // One more than the last read of the block. Who reads at one place again and again waits for time to pass: for that
  // thread it does so faster and faster.
  std::uint64_t read(unsigned thread, Site site) {
    if (thread >= readers_.size()) readers_.resize(thread + 1);
    Reader& reader = readers_[thread];
    reader.step = reader.site == site ? std::min(2 * reader.step, longest_step) : 1;
    reader.site = site;
    return now_ += reader.step;
  }
  void pass(std::uint64_t ticks) { now_ += ticks; }

 private:
  static constexpr std::uint64_t longest_step = 1 << 20;

  struct Reader {
    Site site = 0;  // of its newest read
    std::uint64_t step = 1;
  };
  std::uint64_t now_ = 0;
  std::vector<Reader> readers_;  // by their threads: those that have read it
};

}  // namespace ladder::emulator
