// Collisions of two threads that are pending: only what comes later shows whether they are hazards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
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

// Reads of what other threads write. The end of the launch tells whether they are harmless. Three kinds are:
// reads of a thread that goes on with an atomic which revalidates the value; reads by an instruction that other threads
// show to come before a compare-and-swap, though this thread needs none, as for a maximum that is large enough already;
// and volatile reads of a flag. A flag is one place, which all lanes of a request read; lanes that read different
// places exchange data, and in one block that is a race.
class PendingReads {
 public:
  explicit PendingReads(const Context& context) : context_(context) {}

  // A compare-and-swap has followed the load at this site (0: none), or a warp has made that volatile load: for this
  // launch and all to come. For use by several OS threads, as is the next one.
  static void note_swap(Site load);
  static void note_volatile(const Request& load);
  // The thread has made an atomic that revalidates what it had read there.
  static void excuse(std::uintptr_t address, std::uint64_t block, unsigned thread);

  // A hazard, unless the load of the two is harmless.
  void add(const Collision& read);
  void end_launch();

 private:
  void judge(const Collision& read);

  Context context_;
  std::vector<Collision> reads_;
};

// Writes of what another thread has written, or read. Their values will tell: threads that write the same value do not
// collide.
class PendingWrites {
 public:
  PendingWrites(const Context& context, PendingReads& reads) : context_(context), pending_reads_(reads) {}

  // The running thread is about to write bytes, 4 at most, that the other one has written or read. If the write changes
  // them, it is a hazard.
  void add(const Collision& write);
  // To be called before the running thread touches these bytes again, and when it stops.
  void settle(std::uintptr_t address, int bytes) {
    if (!writes_.empty()) settle_those_of(address, bytes);
  }
  void settle() {
    if (!writes_.empty()) settle_all();
  }

 private:
  struct Pending {
    Collision write;
    SmallValue before;
  };
  void settle(const Pending& pending);
  void settle_those_of(std::uintptr_t address, int bytes);
  void settle_all();

  Context context_;
  PendingReads& pending_reads_;
  std::vector<Pending> writes_;
};

// Reads of what other threads update by atomics. The reader's next write tells whether they are harmless: if it is a
// compare-and-swap of the same element, the read was a first guess, which the swap revalidates. (The loop in the CUDA
// C++ Programming Guide, "Atomic Functions", begins so.) PendingReads judges the others.
struct ReadBeforeSwap : Collision {  // who reads, and who made the last atomic
  ShadowCell before = 0;             // what the cell of the element said then; not of shared memory, which has none
};

class ReadsBeforeSwap {
 public:
  // give_up: called for each that no compare-and-swap is going to follow.
  ReadsBeforeSwap(const Context& context, std::function<void(const ReadBeforeSwap&)> give_up)
      : context_(context), give_up_(std::move(give_up)) {}

  void clear() { reads_.clear(); }  // a launch that failed may have left some
  bool empty() const { return reads_.empty(); }
  // All threads may be paused, each with its read. A thread that reads more does not mean to swap.
  bool is_full() const { return reads_.size() == std::size_t{4} * most_threads; }
  void add(const ReadBeforeSwap& read) { reads_.push_back(read); }

  // The running thread writes: by an atomic that revalidates its reads of these bytes, those are no hazards.
  void write(const LaneAccess& access) {
    if (!revalidates(context_.running.swap)) return give_up();
    std::erase_if(reads_, [&](const ReadBeforeSwap& read) {
      return is_its(read) && read.part.address - access.address < static_cast<std::uintptr_t>(access.bytes);
    });
  }
  // It is not going to swap. (Mostly nobody is: each store and each pause of a thread comes here.)
  void give_up() {
    if (reads_.empty()) return;
    std::erase_if(reads_, [&](const ReadBeforeSwap& read) {
      if (is_its(read)) give_up_(read);
      return is_its(read);
    });
  }

 private:
  bool is_its(const ReadBeforeSwap& read) const { return read.actor.thread == context_.running.thread; }

  Context context_;
  std::function<void(const ReadBeforeSwap&)> give_up_;
  std::vector<ReadBeforeSwap> reads_;  // of the running thread, and of those that let others go first
};

}  // namespace ladder::emulator
