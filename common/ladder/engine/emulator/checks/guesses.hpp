// Reads of what other threads update by atomics, of which only the reader's next write tells whether they are harmless:
// who goes on with a compare-and-swap of the same element has read a first guess, which it is about to find wrong, or
// right. (The loop in the CUDA C++ Programming Guide, "Atomic Functions", begins so.) FirstLooks judges who does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder/engine/emulator/checks/first_looks.hpp"

namespace ladder::emulator {

// A read that is a hazard unless it is such a guess. other: who made the last atomic. before: what the cell of the
// element said then; not of shared memory, which has none.
struct Guess {
  Actor actor, other;
  LaneAccess part;
  Cell before = 0;
};

class Guesses {
 public:
  // All threads may be paused, each with its guess. Who reads more does so without meaning to swap.
  static constexpr std::size_t most = std::size_t{4} * most_threads;

  void clear() { guesses_.clear(); }  // a launch that failed may have left some
  bool empty() const { return guesses_.empty(); }
  bool is_full() const { return guesses_.size() == most; }
  void add(const Guess& guess) { guesses_.push_back(guess); }

  // The thread compares these bytes and swaps them: what it has guessed of them is no hazard.
  void compare(unsigned thread, std::uintptr_t address, int bytes) {
    std::erase_if(guesses_, [&](const Guess& guess) {
      return guess.actor.thread == thread && guess.part.address - address < static_cast<std::uintptr_t>(bytes);
    });
  }
  // Those of a thread that no compare-and-swap is going to follow.
  std::vector<Guess> take(unsigned thread) {
    std::vector<Guess> taken;
    std::erase_if(guesses_, [&](const Guess& guess) {
      if (guess.actor.thread != thread) return false;
      taken.push_back(guess);
      return true;
    });
    return taken;
  }

 private:
  std::vector<Guess> guesses_;  // of the running thread, and of those that let others go first
};

}  // namespace ladder::emulator
