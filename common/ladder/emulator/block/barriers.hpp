// __syncthreads(), and grid.sync(): what the threads of a block wait for.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "ladder/emulator/block/threads.hpp"

namespace ladder::emulator {

// grid.sync(): where all blocks of a cooperative launch meet. Of one launch, for the blocks on all cores.
class GridBarrier {
 public:
  explicit GridBarrier(std::uint64_t blocks) : blocks_(blocks) {}

  // How often all blocks have met.
  std::uint32_t passed() const { return passed_.load(std::memory_order_acquire); }
  // One more block has arrived: it may go on once passed() is another number than the one that this returns.
  std::uint32_t arrive() {
    const std::uint32_t before = passed();
    if (++arrived_ == blocks_) {
      arrived_ = 0;
      passed_.store(before + 1, std::memory_order_release);
    }
    return before;
  }

  // A block has ended, and will arrive no more.
  void note_end(std::uint64_t block) {
    std::uint64_t none = no_block;
    ended_.compare_exchange_strong(none, block);
  }
  // Of a block that has ended, its linear index; nothing where all run.
  std::optional<std::uint64_t> ended() const {
    const std::uint64_t block = ended_;
    return block == no_block ? std::nullopt : std::optional(block);
  }

 private:
  static constexpr std::uint64_t no_block = UINT64_MAX;

  const std::uint64_t blocks_;
  std::atomic<std::uint64_t> arrived_{0}, ended_{no_block};
  std::atomic<std::uint32_t> passed_{0};
};

class Barriers {
 public:
  Barriers(Threads& threads, HazardLog& hazards, EventCounts& events)
      : threads_(threads), hazards_(hazards), events_(events) {}

  void begin_block() { passed_ = 0; }
  // To be called when no thread of the block can go on by itself: the next barrier is passed. Returns whether anything
  // is left to run. Threads that wait for others which will never come are let go all the same, so that the rest of the
  // kernel is seen too.
  bool release();

  // To be called when that is false: whether threads wait for the whole grid. They are let go by release_grid().
  bool waits_for_grid() { return check(State::at_grid_barrier); }
  void release_grid();

  // How many the block has passed.
  std::uint32_t passed() const { return passed_; }

 private:
  bool check(State state);
  void report_divergent(unsigned waiting, unsigned elsewhere);
  void report_end(unsigned ended, unsigned waiting);
  std::string how_many_wait_as(unsigned waiting) const;  // "32 of 256 threads"

  Threads& threads_;
  HazardLog& hazards_;
  EventCounts& events_;
  std::uint32_t passed_ = 0;
};

}  // namespace ladder::emulator
