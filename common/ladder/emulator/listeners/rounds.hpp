// How often the warps of a block have to wait for memory before they can go on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ladder/emulator/events.hpp"

namespace ladder::emulator {

// What one warp waits for. Loads that are under way at the same time make one round: the warp waits for them together.
struct WarpRounds {
  std::uint32_t of_global = 0, of_shared = 0, of_global_unrolled = 0;
  auto operator<=>(const WarpRounds&) const = default;
};

// A round begins with a load, and ends where the warp needs its values, as far as the order of the requests tells:
//
//   event                                                        ends a round of global memory | of shared memory
//   a load behind a store to another array of global memory      yes: both may be the same one | no
//   an atomic                                                    yes                           | yes
//   a barrier                                                    behind a store to shared      | yes
//   a __syncwarp()                                               no                            | yes
//   a loop's iteration, not unrolled                             yes                           | yes
//   one that may be unrolled in part (NextIteration)             every 4th where the counter advances by one, else
//                                                                every 16th, or where it goes down
//   a shuffle, a vote                                            no: nvcc puts later loads in front of it
//
// Asynchronous copies begin and end no round: with several of them on the way, nothing here tells which wait is for
// which. Of a kernel that restricts its pointers only iterations end a round of global memory. A round of shared memory
// counts where a store or an atomic, which may need what was loaded, comes before its end: a barrier itself waits for
// no load. Where a load and a store in one array lie an unknown number of elements apart, a warp may wait, and that is
// not counted. The machine code of nvcc 13.0 was read for all this.
//
// So there may be more rounds than these, where a load's address depends on another load; there are no fewer. A round
// of global memory counts where one of its loads has to come from memory: others may find their sectors in a cache.
//
// The rounds of global memory are counted once more as if every loop were unrolled, but for those that the source keeps
// from it, and wherever the sectors come from: the fewest that a compiler can make of them, however the end of a loop
// is written.
class Rounds : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins& launch);
  void on(const event::BlockBegins&) { warps_.fill({}); }
  void on(const event::BlockEnds&);
  void on(const event::Request& seen);
  void on(const event::LoopIterates& loop);
  void on(const event::Exchange& exchange) {
    if (exchange.orders_memory) warps_[warp_of(exchange.first)].of_shared = OfShared::none;
  }
  void on(const event::Barrier&);

  // Added up over the blocks of the launch: of the warp in each that waited most, or stored most.
  struct Sum {
    std::uint64_t of_global = 0, of_shared = 0, of_global_unrolled = 0, stores = 0;
  };
  const Sum& sum() const { return sum_; }

 private:
  enum class OfShared { none, loaded, waited_for };  // the round of shared memory that is under way
  struct Warp {
    WarpRounds rounds;
    std::uint64_t stores = 0;  // requests to global memory
    bool waits_for_memory = false, stored_to_shared = false;
    bool waits_unrolled = false;  // for global memory, if every loop were unrolled
    OfShared of_shared = OfShared::none;
    std::vector<const void*> stored;  // to these arrays of global memory since the round began
    Loop loop;                        // whose iteration began last
    unsigned iterations = 0;          // of it

    // Earlier stores do not depend on the loads of this round.
    void begin_global() {
      ++rounds.of_global;
      waits_for_memory = true;
      stored_to_shared = false;
      stored.clear();
    }
    void begin_iteration() {
      waits_for_memory = stored_to_shared = false;
      of_shared = OfShared::none;
    }
    void need_shared() {
      if (of_shared != OfShared::loaded) return;
      ++rounds.of_shared;
      of_shared = OfShared::waited_for;
    }
  };
  static bool advance_loop(Warp& warp, const Request& next_iteration, bool by_one);
  void end_global(Warp& warp) const;

  std::array<Warp, most_threads / warp_lanes> warps_;
  Sum sum_;
  bool restricts_pointers_ = false;  // the kernel promises that what it loads and what it stores do not meet
};

}  // namespace ladder::emulator
