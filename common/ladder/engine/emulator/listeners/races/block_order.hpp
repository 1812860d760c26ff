// What the threads of one block know of other blocks' writes, and what they tell them.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "ladder/engine/emulator/listeners/races/release_log.hpp"
#include "ladder/engine/emulator/requests/warp.hpp"
#include "ladder/engine/emulator/requests/warp_clock.hpp"

namespace ladder::emulator {

// A thread knows at once what others of its warp have read, and from the next barrier on what others of its block have.
class BlockOrder {
 public:
  explicit BlockOrder(const WarpClock& clock) : clock_(clock) {}

  void begin_block(std::uint64_t block);
  void barrier();

  // What a thread of the block does, which has passed so many barriers: a __threadfence(); an atomic, or a volatile
  // store, to be told of before it happens; an atomic, which has happened; a volatile read, which may happen later.
  void fence(unsigned thread, std::uint32_t barriers);
  void before_atomic(unsigned thread, std::uintptr_t place) { release(thread, place, false); }
  void before_volatile_store(unsigned thread, std::uintptr_t place) { release(thread, place, true); }
  void after_atomic(unsigned thread, std::uintptr_t place);
  void volatile_load(unsigned thread, std::uintptr_t place) {
    has_read_ = true;
    take_for_flag(thread, place);
  }
  // A read of a place that may be meant as a flag, though nothing makes it one.
  void take_for_flag(unsigned thread, std::uintptr_t place);

  // How many fences the thread has made since the last barrier, as a Moment has them.
  std::uint32_t fences_of(unsigned thread) const {
    return thread < fences_.size() ? static_cast<std::uint32_t>(fences_[thread].size()) : 0;
  }
  // Whether another block's write happened before what the thread does now; and where not, why.
  bool knows(unsigned thread, const Moment& write);
  MissingLink what_is_missing(const Moment& write) const {
    return ReleaseLogs::instance().what_is_missing(write, has_read_);
  }

 private:
  // When in the WarpClock its thread made it, and what of each lane's time came before it.
  struct Fence {
    std::uint32_t time;
    std::array<std::uint32_t, warp_lanes> seen;
  };

  void release(unsigned thread, std::uintptr_t place, bool anew);
  std::shared_ptr<const Fenced> fenced_by(unsigned thread);
  template <typename IsKnown>
  Fenced fenced(unsigned first, std::size_t threads, const IsKnown& is_known) const;
  Fenced fenced_by_all() const;
  Knowledge& of_warp(unsigned thread);
  void catch_up();

  const WarpClock& clock_;
  std::uint64_t block_ = 0;
  std::uint32_t barriers_ = 0;              // at the last fence
  std::vector<std::vector<Fence>> fences_;  // of each thread since the last barrier, at most most_fences; empty: none
  std::shared_ptr<const Fenced> fenced_;    // by all, up to the last barrier
  // By the thread that released last, at its time then, if nobody has made a fence since.
  std::shared_ptr<const Fenced> newest_;
  unsigned releaser_ = 0;
  std::uint32_t released_at_ = 0;
  Knowledge known_;                  // to the block, since the last barrier
  std::vector<Knowledge> of_warps_;  // what warps have read since
  // Reads of flags that may not have happened when their thread was seen last.
  std::vector<std::pair<unsigned, std::uintptr_t>> reads_;
  bool has_read_ = false;  // an atomic or a volatile
};

}  // namespace ladder::emulator
