// Races on shared memory, and reads of what nothing wrote: who touched which granule since the last barrier.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ladder/emulator/listeners/races/pending.hpp"
#include "ladder/emulator/listeners/races/readers.hpp"

namespace ladder::emulator {

class SharedRaces : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins&);
  void on(const event::LaunchEnds&) { pending_reads_.end_launch(); }
  void on(const event::BlockBegins&) {
    reads_before_swap_.clear();
    first_epoch_ = ++epoch_;
    misses_writes_ = false;
    iterations_ = {};
  }
  void on(const event::ThreadStops&) { misses_writes_ = true; }
  void on(const event::Barrier&);
  // A thread that can go on may still make its compare-and-swap.
  void on(const event::ThreadPauses& pause) {
    pending_writes_.settle();
    if (!pause.is_runnable) reads_before_swap_.give_up();
    may_be_flag_ = false;
  }
  void on(const event::ThreadIterates& loop) {
    const Running& running = context_.running;
    iterations_[running.thread] = {running.barriers, iterations_of(running.thread) + 1, loop.begin, loop.end,
                                   loop.passes_barrier};
  }
  void on(const event::AtomicBegins& atomic);
  void on(const event::VolatileBegins& begin);
  void on(const event::VolatileEnds&) { may_be_flag_ = false; }
  void on(const event::AtomicLoaded&) { may_be_flag_ = false; }
  // A copy may write its place at any time from its start on. It has no value until it arrives: that is as good as a
  // store of its thread there.
  void on(const event::CopyStarts& start);
  void on(const event::CopyStarted& start);
  void on(const event::CopyArrives& arrival);

  // Notes the access and checks it against those of the other threads since the last barrier.
  [[gnu::always_inline]] void on(const event::Access& seen) {
    const LaneAccess& access = seen.access;
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
        granule.note_first(context_.running, access.site, epoch_);
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
    std::uint16_t raced : 1 = 0;          // since an early read of it
    std::uint16_t write_is_flag : 1 = 0;  // a volatile store of what may be a flag
    std::uint16_t copied : 1 = 0;         // by an asynchronous copy, which has arrived;
    std::uint16_t copy_is_new : 1 = 0;    // and was started in write_epoch
    std::uint16_t awaits_copy : 1 = 0;    // one is on its way; write_epoch is 0 until something else writes it
    std::uint32_t write_epoch = 0;
    Stamp write_stamp;
    std::uint32_t write_site = 0;
  };
  static_assert(sizeof(Granule) == 32, "two to a line of the cache");
  // How often a thread has begun a loop's next iteration since its newest barrier, and which loop was the last.
  struct Iterations {
    std::uint32_t barriers = 0, count = 0;
    Site begin = 0, end = 0;
    bool passes_barrier = false;

    bool has(Site site) const { return begin <= site && site <= end; }
  };
  std::uint32_t iterations_of(unsigned thread) const {
    return iterations_[thread].barriers == context_.running.barriers ? iterations_[thread].count : 0;
  }
  struct EarlyRead {
    std::size_t granule;
    Actor actor;
  };

  // Whether nothing orders the write behind what the running thread does, since the last barrier.
  bool is_unordered(const Granule& granule) const;
  // Where the thread read the granule. 0: a second run of the kernel has to show it.
  Site site_of_reader(const Granule& granule, unsigned thread) const;
  [[gnu::cold]] void use_granules_of(int bytes);
  LaneAccess part(std::size_t granule, const LaneAccess& access) const;
  void note_write(Granule& granule, Access operation, Site site) {
    granule.write_epoch = epoch_;
    granule.write_stamp = context_.running.stamp;
    granule.write_is_flag = may_be_flag_;
    granule.write_site = site_offset(site);
    granule.writer = context_.running.thread & Readers::thread_mask;
    granule.atomic_write = operation == Access::atomic;
    granule.copied = 0;
  }
  [[gnu::noinline]] void check(std::size_t first, std::size_t last, std::uintptr_t address, int bytes, Access operation,
                               Site site);
  bool races_with_write(const Granule& granule, const Actor& actor, const LaneAccess& part);
  bool races_with_reads(const Granule& granule, const Actor& actor, const LaneAccess& part);
  void note_users(Hazard& race) const;
  void for_each_granule(const AsyncCopy& copy, const auto& visit);
  bool report_on_the_way(const AsyncCopy* copy, const Actor& actor, const LaneAccess& part) const;
  Collision described(Collision collision) const;
  bool race(const Actor& actor, const Actor& other, const LaneAccess& part, InLoop loop = {}, const char* detail = "");

  PendingReads pending_reads_{context_};
  PendingWrites pending_writes_{context_, pending_reads_};
  ReadsBeforeSwap reads_before_swap_{context_, [this](const ReadBeforeSwap& read) { pending_reads_.add(read); }};
  std::array<Iterations, most_threads> iterations_{};
  std::uintptr_t segment_ = 0;  // the address of granule 0
  std::vector<Granule> granules_;
  int granule_shift_ = word_shift;                                  // a granule has 1 << granule_shift_ bytes
  bool keeps_sites_ = false;                                        // in this launch, as lines are wanted:
  std::map<std::pair<std::uintptr_t, unsigned>, Site> read_sites_;  // of granules and threads
  std::vector<EarlyRead> early_reads_;                              // of what nothing had written yet
  std::uint32_t epoch_ = 0;
  std::uint32_t first_epoch_ = 0;  // of this block
  bool may_be_flag_ = false;       // the next access is volatile, and its place may be a flag
  bool starts_copy_ = false;       // the next access is where a copy may write first
  bool misses_writes_ = false;     // a thread of the block was stopped before it had written all
};

}  // namespace ladder::emulator
