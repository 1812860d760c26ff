// grid.sync(): where all blocks of a cooperative launch meet.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace ladder::emulator {

// Of one launch, for the blocks on all cores.
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

}  // namespace ladder::emulator
