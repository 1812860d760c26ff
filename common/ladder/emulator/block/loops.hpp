// Where a thread begins another iteration of a loop, and what a compiler can know of it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ladder/emulator/debuginfo/kernel_facts.hpp"
#include "ladder/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

// nvcc works out the number of iterations where the loop advances by a constant. Where it advances by the threads of
// the grid, whose number nvcc does not know, that would take a division, and the iterations stay one by one. The
// thread's comparisons tell which of the two it is: how far an index has advanced from one iteration to the next.
class LoopIterations {
 public:
  // What the thread compares: with a constant, or two numbers of which none is.
  void compare_with_constant(Site site) { compared_with_constant_ = newest_comparison_ = site; }
  void compare(Site site, std::uint64_t left, std::uint64_t right) {
    newest_ = {site, left, right};
    newest_comparison_ = site;
  }
  // The end of the loop, where the thread jumps back.
  Site newest_comparison() const { return newest_comparison_; }

  // The thread jumps back to that place. threads: of the grid along x; 0 for a single block.
  NextIteration jump_back(Site to, std::uint64_t threads) {
    // A loop that ends at a constant is taken for one that the compiler unrolls; so is one with such a comparison in
    // it.
    const bool unrolled = compared_with_constant_ >= to;
    compared_with_constant_ = 0;
    if (unrolled) return NextIteration::unrolled;
    const bool known = newest_.site != 0 && newest_.site == at_last_iteration_.site;
    by_one_ = known && (newest_.left - at_last_iteration_.left == 1 || newest_.right - at_last_iteration_.right == 1);
    const bool by_grid = known && (is_multiple(newest_.left - at_last_iteration_.left, threads) ||
                                   is_multiple(newest_.right - at_last_iteration_.right, threads));
    at_last_iteration_ = newest_;
    return by_grid ? NextIteration::one_by_one : NextIteration::unrolled_in_part;
  }
  // Whether the loop that it has jumped back in advances by one.
  bool by_one() const { return by_one_; }

 private:
  struct Comparison {
    Site site = 0;
    std::uint64_t left = 0, right = 0;
  };
  // A step back is one, too: the difference wraps.
  static bool is_multiple(std::uint64_t step, std::uint64_t threads) {
    return threads != 0 && step != 0 && static_cast<std::int64_t>(step) % static_cast<std::int64_t>(threads) == 0;
  }

  Site compared_with_constant_ = 0;  // where it last did, since it jumped back; 0: nowhere
  Comparison newest_, at_last_iteration_;
  Site newest_comparison_ = 0;
  bool by_one_ = false;
};

// The loops that kernels have iterated, by where they begin. The newest is mostly the next.
class Loops {
 public:
  // threads: of the grid along x; 0 for a single block.
  void begin_launch(std::uint64_t threads) { grid_threads_ = threads; }
  // The thread jumps back to that place.
  NextIteration jump_back(LoopIterations& thread, Site to) {
    const NextIteration how = thread.jump_back(to, grid_threads_);
    if (thread.by_one() && newest_by_one_ != to) by_one_.insert(newest_by_one_ = to);
    const LoopPragma pragma = to == newest_.first ? newest_.second : look_for_pragma(to, thread.newest_comparison());
    if (pragma == LoopPragma::kept_rolled) return NextIteration::kept_apart;
    return pragma == LoopPragma::unroll && how != NextIteration::one_by_one ? NextIteration::unrolled : how;
  }
  // Whether the loop has been seen to advance by one.
  bool by_one(Site loop) const { return by_one_.contains(loop); }

 private:
  [[gnu::noinline]] LoopPragma look_for_pragma(Site loop, Site end);

  std::unordered_map<Site, LoopPragma> pragmas_;
  std::pair<Site, LoopPragma> newest_{};
  std::unordered_set<Site> by_one_;
  Site newest_by_one_ = 0;
  std::uint64_t grid_threads_ = 0;
};

}  // namespace ladder::emulator
