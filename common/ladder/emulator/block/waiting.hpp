// Threads that look at one place again and again: they wait for somebody else to write it, or for time to pass.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "ladder/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// What an atomic or a volatile read found; and for an atomic what it asked for, so that only the same one is the same.
struct PolledValue {
  Site site = 0;
  std::uintptr_t address = 0;
  std::uint64_t value = 0, asked = 0;
  bool operator==(const PolledValue&) const = default;
};

class Polls {
 public:
  void begin_block() { threads_.clear(); }

  // The thread has found that. Whether it is to let others go first, as it finds the same again and again: the first
  // times soon, and then now and then. (Of a loop that reads several places, one is looked out for: the 1st, 2nd, 4th,
  // 8th... that was found, after Brent's search for cycles.)
  bool is_to_wait(unsigned thread, const PolledValue& polled) {
    if (thread >= threads_.size()) threads_.resize(thread + 1);
    Thread& t = threads_[thread];
    t.waits = t.awaited == polled;
    if (t.waits) {
      ++t.repeated;
      return t.repeated % std::min(std::bit_floor(t.repeated), longest_interval) == 0;
    }
    ++t.polled;
    if (std::has_single_bit(t.polled)) {
      t.awaited = polled;
      t.repeated = 0;
    }
    return false;
  }
  // Whether what the thread found last was the same again.
  bool waits(unsigned thread) const { return thread < threads_.size() && threads_[thread].waits; }
  // Of a thread that is to wait: whether it has done something else than the last time.
  bool has_done_more(unsigned thread, std::uint64_t fingerprint_of_steps) {
    return std::exchange(threads_[thread].steps, fingerprint_of_steps) != fingerprint_of_steps;
  }

 private:
  static constexpr std::uint64_t longest_interval = 64;

  struct Thread {
    PolledValue awaited;
    std::uint64_t polled = 0, repeated = 0, steps = 0;
    bool waits = false;
  };
  std::vector<Thread> threads_;  // those that have found anything
};

// What the threads of a block read as their clocks: no time.
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
