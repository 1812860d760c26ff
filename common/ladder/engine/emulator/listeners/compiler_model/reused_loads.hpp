// Which loads a compiler can save: the emulator counts the accesses of the source, and nvcc makes fewer of them where a
// thread has the value already, or can load it along with its neighbours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ladder/engine/emulator/events.hpp"

namespace ladder::emulator {

// Between two barriers, of each warp:
//
//   what its lanes have loaded or stored they may keep in registers: loaded again, it need not cost a wavefront; stored
//   again at the same site, as in a loop, what was stored first need not cost one where nothing else was loaded
//   between; neighbouring loads may become one of 16 bytes: together they need not cost more than that.
//
// nvcc does both where it can prove that nothing is in the way. What it does not save is no less a bound.
class ReusedLoads : public Listener {
 public:
  using Listener::Listener;

  void on(const event::BlockBegins&) { forget(); }
  void on(const event::Barrier&) { forget(); }
  void on(const event::Request& seen);
  void on(const event::Exchange& exchange) {
    if (exchange.orders_memory) expect_others(warps_[warp_of(exchange.first)]);
  }

 private:
  struct Saved {
    int wavefronts = 0;
    // The lanes have loaded or stored just that at the same site, as in a loop, and nothing in the way since then.
    bool is_repeated = false;
  };
  // All addresses of a request, each rounded down, as one number.
  using Signature = std::uint64_t;
  // The newest of them. A thread has 255 registers: what came before it cannot have kept.
  template <typename Value>
  class Newest {
   public:
    void clear() { count_ = 0; }
    // Null where there is none.
    Value* find(Signature signature);
    Value& add(Signature signature);

   private:
    static constexpr std::size_t most = 256;
    std::array<Signature, most> signatures_;
    std::array<Value, most> values_;
    std::size_t count_ = 0;
  };
  struct Known {
    std::uint64_t stores = 0;  // that the warp had made to this space by then
    Site loaded_at = 0;
    Site stored_at = 0;
    std::uint64_t loads = 0;  // from this space by then, where all after that store were of just this
  };
  struct Chunks {
    int counted = 0;  // wavefronts of loads from these chunks
    int whole = 0;    // of a load of all of them
  };
  struct Warp {
    std::array<std::uint64_t, 2> stores{}, loads{};  // to and from each space
    Newest<Known> known;                             // what the lanes have in registers
    Newest<Chunks> chunks;                           // of 16 bytes, that they have loaded from
  };
  // Of a load that costs so many wavefronts.
  static Saved loaded(const Request& load, int wavefronts, Warp& warp);
  // Of a store that does: what the one before it need not have cost, where its lanes stored just there at the same
  // site, and nothing else of its space was loaded or stored since.
  static Saved stored(const Request& store, int wavefronts, Warp& warp);
  // Others may have loaded or stored: an atomic, a __syncwarp().
  static void expect_others(Warp& warp);
  void forget();

  std::array<Warp, most_threads / warp_lanes> warps_;
};

}  // namespace ladder::emulator
