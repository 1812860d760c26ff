// Races on shared memory, and reads of what nothing wrote: who touched which word since the last barrier.
#pragma once

#include <bit>

#include "ladder/engine/emulator/access_check.hpp"
#include "ladder/engine/emulator/executable/source_lines.hpp"

namespace ladder::emulator {

class SharedCheck : public AccessCheck {
 public:
  explicit SharedCheck(const CheckContext& context) : context_(context) {}

  void begin_launch();
  void begin_block() { first_epoch_ = ++epoch_; }
  void barrier();
  void begin_thread(const Running& running) { running_ = running; }

  // Notes the access and checks it against those of the other threads since the last barrier.
  [[gnu::always_inline]] void access(const LaneAccess& access, const Buffer*) {
    if (access.space != Space::shared) return;
    const std::uintptr_t offset = access.address - segment_;
    const std::size_t first = offset / word_bytes;
    const std::size_t last = (offset + static_cast<std::uintptr_t>(access.bytes) - 1) / word_bytes;
    for (std::size_t i = first; i <= last; ++i) {
      Word& word = words_[i];
      const bool first_touch = word.write_epoch != epoch_ && word.read_epoch != epoch_;
      const bool has_value = word.write_epoch >= first_epoch_ || access.operation == Access::store;
      if (!first_touch || !has_value) return check(i, last, access.address, access.operation, access.site);
      if (access.operation == Access::load) {
        note_first_read(word, access.site);
      } else {
        note_write(word, access.operation, access.site);
      }
    }
  }

 private:
  static constexpr std::size_t word_bytes = 4;
  static constexpr int thread_bits = std::bit_width(most_threads - 1);
  static constexpr int warp_bits = std::bit_width((most_threads - 1) / warp_lanes);
  static constexpr unsigned thread_mask = (1u << thread_bits) - 1, warp_mask = (1u << warp_bits) - 1;

  // What happened to one four-byte word. Times are the WarpClock's; epochs count the barriers of all blocks.
  struct Word {
    std::uint32_t write_epoch = 0;
    std::uint32_t write_time = 0;
    std::uint32_t read_epoch = 0;
    std::uint32_t read_time = 0;
    LaneMask reader_lanes = 0;     // of one warp, since read_time
    std::uint32_t write_site = 0;  // sites count from the start of the executable
    std::uint32_t read_site = 0;
    std::uint32_t writer : thread_bits = 0;
    std::uint32_t reader_warp : warp_bits = 0;
    std::uint32_t other_reader : thread_bits = 0;  // somebody in another warp
    std::uint32_t other_reader_known : 1 = 0;
    std::uint32_t atomic_write : 1 = 0;
  };
  struct EarlyRead {
    std::size_t word;
    Actor actor;
  };

  bool unordered(unsigned thread, unsigned other, std::uint32_t then) const {
    if (thread == other) return false;
    return warp_of(thread) != warp_of(other) || !context_.clock.happened_before(lane_of(thread), lane_of(other), then);
  }
  void check_after_write(const Word& word, const Actor& actor, std::uintptr_t address);
  void check_after_reads(const Word& word, const Actor& actor, std::uintptr_t address);
  void note_first_read(Word& word, Site site) {
    word.read_epoch = epoch_;
    word.read_time = running_.warp_time;
    word.reader_warp = warp_of(running_.thread) & warp_mask;
    word.reader_lanes = mask_of(lane_of(running_.thread));
    word.read_site = site_offset(site);
    word.other_reader_known = 0;
  }
  void note_write(Word& word, Access operation, Site site) {
    word.write_epoch = epoch_;
    word.write_time = running_.warp_time;
    word.write_site = site_offset(site);
    word.writer = running_.thread & thread_mask;
    word.atomic_write = operation == Access::atomic;
  }
  [[gnu::noinline]] void check(std::size_t first, std::size_t last, std::uintptr_t address, Access operation,
                               Site site);
  void note_read(Word& word, Site site);
  void race(const Actor& actor, const Actor& other, std::uintptr_t address);

  CheckContext context_;
  Running running_{};
  std::uintptr_t segment_ = 0;  // the address of word 0
  std::vector<Word> words_;
  std::vector<EarlyRead> early_reads_;  // of words that nothing had written yet
  std::uint32_t epoch_ = 0;
  std::uint32_t first_epoch_ = 0;  // of this block
};

}  // namespace ladder::emulator
