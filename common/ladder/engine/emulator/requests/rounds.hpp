// How often the warps of a block have to wait for memory before they can go on.
#pragma once

#include <array>
#include <cstdint>

#include "ladder/engine/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// What one warp waits for. Loads that are under way at the same time make one round: the warp waits for them together.
struct WarpRounds {
  std::uint32_t of_global = 0, of_shared = 0, of_global_unrolled = 0;
  auto operator<=>(const WarpRounds&) const = default;
};

// A round begins with a load, and ends where the warp needs its values, as far as the order of the requests tells:
//
//   of global memory: at a store to global memory or an atomic (later loads have to wait for it: the two may meet in
//     one place), at a barrier after a store to shared memory, at a shuffle or vote, and where a loop goes round again
//     that is not unrolled; of one that may be unrolled by four, at every fourth time (NextRound).
//   of shared memory: at a store to shared memory, a barrier, an exchange.
//
// So there may be more rounds than these, where a load's address depends on another load; there are no fewer. A round
// of global memory counts where one of its loads has to come from memory: others may find their sectors in a cache.
//
// The rounds of global memory are counted once more as if every loop were unrolled, but for those that the source keeps
// from it, and wherever the sectors come from: the fewest that a compiler can make of them, however the end of a loop
// is written.
class Rounds {
 public:
  void begin_launch() { sum_ = {}; }
  void begin_block() { warps_.fill({}); }
  // Adds the warp that waited most to the sum over the blocks.
  void end_block();

  // A loop goes round again: see next_round() of requests.
  void next_round(const Request& step, unsigned warp);
  // Any other request. from_memory: it touches a sector that nobody has before.
  void add(const Request& request, unsigned warp, bool from_memory);
  // of_memory: a __syncwarp(). Others take values that the lanes have.
  void exchange(unsigned warp, bool of_memory);
  void barrier();

  // Added up over the blocks of the launch: of the warp in each that waited most.
  struct Sum {
    std::uint64_t of_global = 0, of_shared = 0, of_global_unrolled = 0;
  };
  const Sum& sum() const { return sum_; }

 private:
  struct Warp {
    WarpRounds rounds;
    bool waits_for_memory = false, waits_for_shared = false, stored_to_shared = false;
    bool waits_unrolled = false;  // for global memory, if every loop were unrolled
    Loop loop;                    // that went round last, and how often
    unsigned times_round = 0;

    void go_round() { waits_for_memory = waits_for_shared = stored_to_shared = false; }
    void end_global() { waits_for_memory = waits_unrolled = false; }
  };
  static bool has_to_wait(Warp& warp, const Request& next_round);

  std::array<Warp, most_threads / warp_lanes> warps_;
  Sum sum_;
};

}  // namespace ladder::emulator
