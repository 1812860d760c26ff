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
//   of global memory: at a load behind a store to another array of global memory, which may be the same one for all
//     that a compiler knows; at an atomic; at a barrier after a store to shared memory; and where a loop goes round
//     again that is not unrolled. Of one that may be unrolled in part (NextRound): at every fourth time where it
//     advances by one, at every sixteenth where not, or where it goes down. Of a kernel that restricts its pointers,
//     only where a loop goes round.
//   of shared memory: at an atomic, a barrier, a __syncwarp(). It counts where a store or an atomic comes before that
//     end, which may need what was loaded. A barrier waits for no load itself, and nvcc adds up behind it.
//
// A shuffle or a vote ends none: nvcc puts later loads in front of it. So it does where a load and a store in one array
// lie so many elements apart; where it does not know how many the warp does wait, and that is not counted. The machine
// code of nvcc 13.0 was read for all this.
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
  void on(const event::LoopGoesRound& loop);
  void on(const event::Exchange& exchange) {
    if (exchange.orders_memory) warps_[warp_of(exchange.first)].of_shared = OfShared::none;
  }
  void on(const event::Barrier&);

  // Added up over the blocks of the launch: of the warp in each that waited most.
  struct Sum {
    std::uint64_t of_global = 0, of_shared = 0, of_global_unrolled = 0;
  };
  const Sum& sum() const { return sum_; }

 private:
  enum class OfShared { none, loaded, waited_for };  // the round of shared memory that is under way
  struct Warp {
    WarpRounds rounds;
    bool waits_for_memory = false, stored_to_shared = false;
    bool waits_unrolled = false;  // for global memory, if every loop were unrolled
    OfShared of_shared = OfShared::none;
    std::vector<const void*> stored;  // to these arrays of global memory since the round began
    Loop loop;                        // that went round last, and how often
    unsigned times_round = 0;

    // What was stored before it needs none of its values.
    void begin_global() {
      ++rounds.of_global;
      waits_for_memory = true;
      stored_to_shared = false;
      stored.clear();
    }
    void go_round() {
      waits_for_memory = stored_to_shared = false;
      of_shared = OfShared::none;
    }
    void need_shared() {
      if (of_shared != OfShared::loaded) return;
      ++rounds.of_shared;
      of_shared = OfShared::waited_for;
    }
  };
  static bool has_to_wait(Warp& warp, const Request& next_round, bool by_one);
  void end_global(Warp& warp) const;

  std::array<Warp, most_threads / warp_lanes> warps_;
  Sum sum_;
  bool restricts_pointers_ = false;  // the kernel promises that what it loads and what it stores do not meet
};

}  // namespace ladder::emulator
