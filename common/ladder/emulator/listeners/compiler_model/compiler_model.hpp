// What nvcc makes of the requests of the source, where it merges, joins or keeps: listeners that note it in the
// counters of each instruction. So does nvcc 13.0, as its machine code shows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ladder/emulator/events.hpp"

namespace ladder::emulator {

// Which accesses nvcc may merge: the emulator counts those of the source, and nvcc makes one of 8 or 16 bytes of
// neighbours where it can prove that they are aligned and that nothing is in the way.
//
// Of one warp, between two places where its lanes wait for others, and of one of the two spaces:
//
//   accesses of 4 and 8 bytes whose lanes all lie alike in aligned pieces of 16: all four words, of loads three as
//     well, make one access of 16 bytes, two in a half of it one of 8. Where the lanes lie alike in pieces of 8, those;
//   with no store between loads, no load between stores, and no atomic;
//   of a loop that is not unrolled, four iterations, where nvcc can work out how many there are.
class MergingOfSpace {
 public:
  void begin_launch(Merges& merges) {
    merges_ = &merges;
    places_.fill(0);
    open_ = 0;
  }
  // A warp's requests follow, which do not go on from where the last ones ended.
  void begin();
  // A load or store, and to how many bytes nvcc knows its addresses to be aligned.
  void add(const event::Request& seen, std::uintptr_t alignment);
  void next_iteration(const Request& step);
  // What comes is not merged with what was.
  void close_all();

 private:
  struct Member {
    Neighbours* site;
    int cost;
    unsigned words;  // of the piece, a bit each
  };
  // Requests for parts of the same pieces.
  struct Group {
    Request first;
    std::array<Member, most_merged> members;
    std::array<StepCode, most_merged> codes{};
    std::size_t count = 0;
    unsigned words = 0;  // of all members
    std::uintptr_t piece_bytes = 16;
    std::uint64_t iteration = 0;
  };
  void close(const Group& group);
  using MergedOfMembers = std::array<MergedCounts, most_merged>;
  static void merge(const Group& group, unsigned words, int bytes, int cost, MergedOfMembers& counts);
  bool join(Group& group, const Request& request, const Member& member) const;
  void open(const Request& request, const Member& member, std::uintptr_t place, std::uintptr_t piece_bytes);

  static constexpr std::size_t most_open = 32;
  // Of each group: where the first lane's piece begins, and 1 more where it has 16 bytes; 0 where it is closed.
  std::array<std::uintptr_t, most_open> places_{};
  std::array<Group, most_open> groups_;
  std::size_t next_ = 0, open_ = 0;
  Access operation_ = Access::load;  // of the open groups

  Merges* merges_ = nullptr;
  std::uint64_t beginnings_ = 0, iteration_ = 0;
  Loop loop_;  // whose iteration began last, and how many did
  unsigned iterations_of_loop_ = 0;
};

class Merging : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins& launch);
  void on(const event::RequestsBegin& begin) {
    if (begin.continues_previous) return;
    for (MergingOfSpace& space : spaces_) space.begin();
  }
  void on(const event::Request& seen) {
    MergingOfSpace& space = spaces_[static_cast<std::size_t>(seen.request.space)];
    if (seen.request.access.operation == Access::atomic) return space.close_all();
    space.add(seen, known_alignment(seen));
  }
  void on(const event::LoopIterates& loop) {
    for (MergingOfSpace& space : spaces_) space.next_iteration(loop.step);
  }
  void on(const event::RequestsEnd& end) {
    if (end.continued_by_next) return;
    for (MergingOfSpace& space : spaces_) space.close_all();
  }

 private:
  std::uintptr_t known_alignment(const event::Request& seen) const;

  std::array<MergingOfSpace, 2> spaces_;
  const KernelCall* kernel_ = nullptr;
  bool points_to_aligned_structs_ = false;
};

// Which accesses in the two arms of a branch nvcc may make one: the emulator counts a request for each arm, and nvcc,
// where both load from the same place, loads in front of the branch; where both store to it, it may store behind. Of
// `c ? a[i] : a[j]` it chooses the address, and loads behind the branch.
//
// Of one warp, between two places where its lanes wait for others. Two requests belong to two arms where no lane is in
// both, and none of the lanes has come together with lanes of the other arm in between. They may become one where they
// stand on one line of the source, or access the same place: where all their lanes lie on one straight line, or in rows
// of 2, 4, 8 or 16 lanes.
//
//   In front of a load nothing may be stored in its arm, behind a store nothing may be loaded.
class Arms : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins&) { forget(); }
  void on(const event::RequestsBegin& begin) {
    if (!begin.continues_previous) forget();
  }
  void on(const event::Request& seen);
  void on(const event::LoopIterates& loop);
  void on(const event::ActiveMask&) { forget(); }

 private:
  struct Open {
    Request request;  // with the lanes of all arms that have joined
    int cost = 0;
    LaneMask stored_since = 0, loaded_since = 0;  // lanes that did, in its space
  };
  void forget() { count_ = 0; }
  bool join(const Request& request, int cost);
  void forget_met(LaneMask lanes);
  void forget_if(const auto& is);

  static constexpr std::size_t most_open = 16;
  std::array<Open, most_open> open_;
  std::size_t count_ = 0;
};

// Which loads a compiler can save: the emulator counts the accesses of the source, and nvcc makes fewer of them where a
// thread has the value already, or can load it along with its neighbours.
//
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

// What warps issue for nothing: nvcc makes no jump of a short `if`, so those that have no lane left for it go through
// its instructions all the same.
//
// Of a block, between two barriers. Short is what an addition in shared memory takes, `if (..) s[a] += s[b];`: two
// loads and a store, and nothing else between the barriers. nvcc 13 makes a jump of more than that. Of a division, a
// root or an exponential as well: that is not seen here, and such a step counts too much.
class SkippedSteps : public Listener {
 public:
  using Listener::Listener;

  void on(const event::BlockBegins&) { clear(); }
  void on(const event::Request& seen);
  void on(const event::Exchange&) { is_short_ = false; }
  // Those that wait and made none of the steps issued them for nothing: each takes a wavefront.
  void on(const event::Barrier& barrier) {
    if (is_short_ && count_ == steps_.size()) count(barrier.waiting_warps());
    clear();
  }

 private:
  struct Step {
    StepCode code;
    Access operation;
    std::uint32_t warps;  // that made it, a bit for each
  };
  void count(std::uint32_t waiting) const;
  void clear() { count_ = 0, is_short_ = true; }

  std::array<Step, 3> steps_{};
  std::size_t count_ = 0;
  bool is_short_ = true;
};

}  // namespace ladder::emulator
