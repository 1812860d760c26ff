// Collisions of two threads that only what comes later shows to be hazards, or none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder/emulator/events.hpp"

namespace ladder::emulator {

struct Collision {
  HazardKind kind;
  Actor actor, other;
  LaneAccess part;  // that both touch
  const char* detail = "";
  InLoop loop = {};
  bool by_volatiles = false;  // both, of a place that may be a flag
};

// What stands there, of 4 bytes at most.
using SmallValue = std::array<std::byte, 4>;
SmallValue value_of(const LaneAccess& part);

// Looks at what other threads write, of which the end of the launch tells whether they are harmless: looks of a thread
// that goes on with an atomic of its own which tests the value again; looks by the instruction of a loop of
// compare-and-swaps that need not begin, as in a maximum that is large enough already, which other threads show; and
// volatile looks at a flag. A flag is one place, where all lanes of a warp look that look there together; those that
// look at different places exchange data, and in one block that is a race.
class Looks {
 public:
  explicit Looks(const Context& context) : context_(context) {}

  // A compare-and-swap has followed the load at this site (0: none), or a warp has made that volatile load: for this
  // launch and all to come. For use by several OS threads, as is the next one.
  static void note_swap(Site load);
  static void note_volatile(const Request& load);
  // The thread has made an atomic that tests again what it had looked at there.
  static void excuse(std::uintptr_t address, std::uint64_t block, unsigned thread);

  // A hazard, unless that of the two that is a load is such a look.
  void doubt(const Collision& look);
  void end_launch();

 private:
  void judge(const Collision& look);

  Context context_;
  std::vector<Collision> doubted_;
};

// Writes of what another thread has written, or read. Their values will tell: threads that write the same value do not
// collide.
class DoubtfulWrites {
 public:
  DoubtfulWrites(const Context& context, Looks& looks) : context_(context), looks_(looks) {}

  // The running thread is about to write bytes, 4 at most, that the other one has written or read. If the write changes
  // them, it is a hazard.
  void add(const Collision& write);
  // To be called before the running thread touches these bytes again, and when it stops.
  void settle(std::uintptr_t address, int bytes) {
    if (!doubts_.empty()) settle_those_of(address, bytes);
  }
  void settle() {
    if (!doubts_.empty()) settle_all();
  }

 private:
  struct Doubt {
    Collision write;
    SmallValue before;
  };
  void settle(const Doubt& doubt);
  void settle_those_of(std::uintptr_t address, int bytes);
  void settle_all();

  Context context_;
  Looks& looks_;
  std::vector<Doubt> doubts_;
};

// Reads of what other threads update by atomics, of which only the reader's next write tells whether they are harmless:
// who goes on with a compare-and-swap of the same element has read a first guess, which it is about to find wrong, or
// right. (The loop in the CUDA C++ Programming Guide, "Atomic Functions", begins so.) Looks judges who does not.
struct Guess {
  Actor actor, other;  // who reads, and who made the last atomic
  LaneAccess part;
  ShadowCell before = 0;  // what the cell of the element said then; not of shared memory, which has none
};

class Guesses {
 public:
  void clear() { guesses_.clear(); }  // a launch that failed may have left some
  bool empty() const { return guesses_.empty(); }
  // All threads may be paused, each with its guess. Who reads more does so without meaning to swap.
  bool is_full() const { return guesses_.size() == std::size_t{4} * most_threads; }
  void add(const Guess& guess) { guesses_.push_back(guess); }

  // The thread compares these bytes and swaps them, or tests them: what it has guessed of them is no hazard.
  void compare(unsigned thread, std::uintptr_t address, int bytes) {
    std::erase_if(guesses_, [&](const Guess& guess) {
      return guess.actor.thread == thread && guess.part.address - address < static_cast<std::uintptr_t>(bytes);
    });
  }
  // Calls visit(guess) for those of a thread that no compare-and-swap is going to follow, and forgets them.
  template <typename Visit>
  void give_up(unsigned thread, const Visit& visit) {
    std::erase_if(guesses_, [&](const Guess& guess) {
      const bool is_its = guess.actor.thread == thread;
      if (is_its) visit(guess);
      return is_its;
    });
  }

 private:
  std::vector<Guess> guesses_;  // of the running thread, and of those that let others go first
};

}  // namespace ladder::emulator
