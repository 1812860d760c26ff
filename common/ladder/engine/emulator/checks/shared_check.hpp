// Races on shared memory, and reads of what nothing wrote: who touched which granule since the last barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ladder/engine/emulator/checks/doubtful_writes.hpp"
#include "ladder/engine/emulator/checks/guesses.hpp"
#include "ladder/engine/emulator/checks/readers.hpp"

namespace ladder::emulator {

class SharedCheck : public AccessCheck {
 public:
  explicit SharedCheck(const CheckContext& context) : context_(context), doubts_(context), looks_(context) {}

  void begin_launch();
  void end_launch() { looks_.end_launch(); }
  void begin_block() {
    guesses_.clear();
    first_epoch_ = ++epoch_;
    misses_writes_ = false;
  }
  void stop_thread() { misses_writes_ = true; }
  void barrier();
  // Member by member, as they were just written: a copy of two at once would have to wait for them.
  void begin_thread(const Running& running) {
    running_.block = running.block;
    running_.thread = running.thread;
    running_.barriers = running.barriers;
    running_.warp_time = running.warp_time;
  }
  // Who is paused may go on with a compare-and-swap.
  void end_thread(bool is_paused) {
    doubts_.settle();
    if (!is_paused && !guesses_.empty()) give_up_guesses();
  }
  void begin_atomic(Scope, Swap swap) { swap_ = swap; }
  void end_atomic() { swap_ = Swap::none; }

  // Notes the access and checks it against those of the other threads since the last barrier.
  [[gnu::always_inline]] void access(const LaneAccess& access, const Buffer*) {
    if (access.space != Space::shared) return;
    if (access.bytes < word_bytes && access.bytes < 1 << granule_shift_) use_granules_of(access.bytes);
    const std::uintptr_t offset = access.address - segment_;
    const std::size_t first = offset >> granule_shift_;
    const std::size_t last = (offset + static_cast<std::uintptr_t>(access.bytes) - 1) >> granule_shift_;
    for (std::size_t i = first; i <= last; ++i) {
      Granule& granule = granules_[i];
      const bool first_touch = granule.write_epoch != epoch_ && granule.read_epoch != epoch_;
      const bool has_value = granule.write_epoch >= first_epoch_ || access.operation == Access::store;
      if (!first_touch || !has_value)
        return check(i, last, access.address, access.bytes, access.operation, access.site);
      if (access.operation == Access::load) {
        granule.note_first(running_, access.site, epoch_);
      } else {
        note_write(granule, access.operation, access.site);
      }
    }
  }

 private:
  static constexpr int word_bytes = 4, word_shift = 2;

  // What happened to one granule: a word of four bytes; or a part of one, of the width of the narrowest access that the
  // launch has made so far. Times are the WarpClock's; epochs count the barriers of all blocks.
  struct Granule : Readers {
    std::uint16_t writer : thread_bits = 0;
    std::uint16_t atomic_write : 1 = 0;
    std::uint16_t raced : 1 = 0;  // since an early read of it
    std::uint32_t write_epoch = 0;
    std::uint32_t write_time = 0;
    std::uint32_t write_site = 0;
  };
  static_assert(sizeof(Granule) == 32, "two to a line of the cache");
  struct EarlyRead {
    std::size_t granule;
    Actor actor;
  };

  bool unordered(unsigned thread, unsigned other, std::uint32_t then) const {
    if (thread == other) return false;
    return warp_of(thread) != warp_of(other) || !context_.clock.happened_before(lane_of(thread), lane_of(other), then);
  }
  [[gnu::cold]] void use_granules_of(int bytes);
  LaneAccess part(std::size_t granule, const LaneAccess& access) const;
  void note_write(Granule& granule, Access operation, Site site) {
    granule.write_epoch = epoch_;
    granule.write_time = running_.warp_time;
    granule.write_site = site_offset(site);
    granule.writer = running_.thread & Readers::thread_mask;
    granule.atomic_write = operation == Access::atomic;
  }
  [[gnu::noinline]] void check(std::size_t first, std::size_t last, std::uintptr_t address, int bytes, Access operation,
                               Site site);
  bool races_with_write(const Granule& granule, const Actor& actor, const LaneAccess& part);
  bool races_with_reads(const Granule& granule, const Actor& actor, const LaneAccess& part);
  void end_guesses(const LaneAccess& write);
  void give_up_guesses();
  bool race(const Actor& actor, const Actor& other, const LaneAccess& part, InLoop loop = {});

  CheckContext context_;
  Running running_{};
  DoubtfulWrites doubts_;
  Guesses guesses_;
  FirstLooks looks_;
  std::uintptr_t segment_ = 0;  // the address of granule 0
  std::vector<Granule> granules_;
  int granule_shift_ = word_shift;      // a granule has 1 << granule_shift_ bytes
  std::vector<EarlyRead> early_reads_;  // of what nothing had written yet
  std::uint32_t epoch_ = 0;
  std::uint32_t first_epoch_ = 0;  // of this block
  Swap swap_ = Swap::none;         // what the atomic does
  bool misses_writes_ = false;     // of a thread of the block that was stopped
};

}  // namespace ladder::emulator
