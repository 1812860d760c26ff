// Races on global memory, accesses to what another block wrote with nothing that orders the two, elements that are
// written twice, and reads of what nothing wrote: a cell for each element says who wrote it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "ladder/emulator/listeners/races/pending.hpp"
#include "ladder/emulator/listeners/races/writers.hpp"
#include "ladder/emulator/order/block_order.hpp"

namespace ladder::emulator {

class GlobalRaces : public Listener {
 public:
  using Listener::Listener;

  void on(const event::LaunchBegins&) {
    waits_ = 0;
    blocks_ = 0;
    notes_reads_ = atomics_are_made();
    end_atomic();  // a launch that failed may have left one
  }
  void on(const event::LaunchEnds&);
  void on(const event::BlockBegins& begin) {
    block_order_.begin_block(begin.block);
    met_ = 0;
    ++blocks_;
    reads_before_swap_.clear();
  }
  void on(const event::ThreadStops&) { GlobalMemory::instance().note_unseen_writes(); }
  void on(const event::Barrier&) {
    block_order_.barrier();
    judge_reads();
  }
  void on(const event::GridBarrier& barrier);
  void on(const event::ThreadGoesOn&);
  // A thread that waits for others, or has ended, will not check its earlier reads by a compare-and-swap.
  void on(const event::ThreadPauses& pause) {
    pending_writes_.settle();
    if (!pause.is_runnable) reads_before_swap_.give_up();
    now_.set(RunningThread::none);
  }
  void on(const event::Fence& fence) {
    block_order_.fence(context_.running.thread, context_.running.barriers, fence.scope);
    on(event::ThreadGoesOn{});
  }
  void on(const event::Exchange& exchange) { block_order_.exchange(exchange.first, exchange.lanes); }
  void on(const event::Request& told) {
    if (told.is_volatile && !told.is_asynchronous && told.request.access.operation == Access::load)
      PendingReads::note_volatile(told.request);
  }
  void on(const event::VolatileBegins& begin);
  void on(const event::VolatileEnds& end);
  void on(const event::AtomicLoaded& load);
  void on(const event::AtomicBegins& atomic);
  void on(const event::AtomicUpdates& atomic);
  void on(const event::AtomicUpdated& atomic);
  void on(const event::CopyArrives& arrival);

  // Notes the access: a read of what nothing wrote, or a second thread's write, is a hazard, and so is what another
  // thread of the block wrote since the last barrier, or another block with nothing that orders the two.
  [[gnu::always_inline]] void on(const event::Access& seen) {
    const auto& [access, buffer] = seen;
    if (access.space != Space::global) return;
    if (access.operation != Access::load) {
      now_.writes(access.address);
      if (watches_writes_) note_write(access, *buffer);
    }
    if (access.operation != Access::store && notes_reads_) note_read_or_atomic(access, *buffer);
    if (access.bytes < largest_granule && access.bytes < 1 << buffer->granule_shift)
      return access_part(access, *buffer);
    std::atomic<ShadowCell>* cell = buffer->cells + buffer->granule(access.address);
    std::atomic<ShadowCell>* const last =
        buffer->cells + buffer->granule(access.address + static_cast<std::uintptr_t>(access.bytes) - 1);
    // The next lanes mostly go on from here, and by then what they touch is in the cache.
    __builtin_prefetch(cell + cache_line_bytes / sizeof(ShadowCell), 1);
    __builtin_prefetch(reinterpret_cast<const void*>(access.address + cache_line_bytes), 1);
    for (; cell <= last; ++cell) {
      const ShadowCell before = visit(*cell, access.operation);
      const bool unsuspicious =
          before == written_before_the_launch || (before == never_written && access.operation == Access::store);
      if (!unsuspicious)
        return check(before, cell, last, *buffer, access.address, access.bytes, access.operation, access.site);
    }
  }

 private:
  // A read of what nothing has written yet. reader: what a cell would say after a write of its thread.
  struct EarlyRead {
    Actor actor;
    ShadowCell reader;
    LaneAccess part;
    bool is_volatile;
    bool may_be_written;  // by a block that nobody observes
  };
  static constexpr std::size_t most_early_reads = 1 << 16;
  static constexpr std::size_t cache_line_bytes = 64;
  static constexpr int largest_granule = 4;

  // What the cell says; then, where the access is a write, it says that this thread wrote.
  ShadowCell visit(std::atomic<ShadowCell>& cell, Access operation) const {
    if (operation == Access::load) return cell.load(std::memory_order_relaxed);
    const ShadowCell flag = operation == Access::atomic ? cell::atomic_flag : 0;
    return cell.exchange(this_thread_ | flag, std::memory_order_acq_rel);
  }
  [[gnu::noinline]] void check(ShadowCell before, std::atomic<ShadowCell>* cell, std::atomic<ShadowCell>* last,
                               const Buffer& buffer, std::uintptr_t address, int bytes, Access operation, Site site);
  [[gnu::noinline]] void access_part(LaneAccess access, const Buffer& buffer);
  [[gnu::noinline]] void note_write(LaneAccess access, const Buffer& buffer);
  [[gnu::noinline]] void note_read_or_atomic(LaneAccess access, const Buffer& buffer);
  static bool has_noted_reads(const Buffer& buffer) {
    return !buffer.is_input && buffer.pages == nullptr && buffer.granules() <= most_granules;
  }
  void note_read(PlainReads& reads, ShadowCell now, const LaneAccess& part);
  void note_atomic(PlainReads& reads, ShadowCell now, const LaneAccess& part);
  void judge_earlier_read(std::atomic<ShadowCell>& read, std::uint32_t site, const LaneAccess& part);
  void excuse_own_read(const event::AtomicBegins& atomic);
  // An atomic with the scope of a block has a variable that is its block's alone.
  SyncVariable place_of(const auto& atomic) const {
    if (order_of_atomic_.scope == Scope::block) return {atomic.address, context_.running.block};
    return context_.sync_variable(atomic.address, atomic.buffer);
  }
  bool judge(ShadowCell before, const LaneAccess& part);
  bool judge_load(const Actor& actor, ShadowCell before, const LaneAccess& part);
  void judge_reads() {
    for (const EarlyRead& read : early_reads_) judge_early(read);
    early_reads_.clear();
  }
  void end_atomic() {
    order_of_atomic_ = Scope::device;
    this_thread_ &= ~cell::volatile_flag;
  }
  Collision unless_harmless(const ReadBeforeSwap& read);
  void judge_early(const EarlyRead& read);
  void judge_unwritten(const EarlyRead& read);
  bool report(const Collision& collision);
  bool is_ordered(ShadowCell before, const LaneAccess& part);
  bool unordered_in_block(ShadowCell before) const;
  void let_it_write(ShadowCell before, std::uintptr_t address);

  ShadowCell now_at(std::uintptr_t address) const;
  // The newest store to the address, though atomics have come since; and the store's site, if nothing orders it with
  // atomics that it overwrote.
  std::pair<ShadowCell, Site> stored_at(std::uintptr_t address) const;
  void note_store(ShadowCell store, Site site, const LaneAccess& part) const;
  ShadowCell written_by_this_thread() const;
  bool is_settled(ShadowCell before) const;
  bool is_own_store(ShadowCell now) const;
  std::uint64_t block_of(ShadowCell cell) const;
  Moment moment_of(ShadowCell cell) const;

  static constexpr std::size_t most_granules = std::size_t{1} << 23;  // of a buffer of which reads are noted

  BlockOrder& block_order_ = context_.order;
  RunningThread now_;
  PendingReads pending_reads_{context_};
  PendingWrites pending_writes_{context_, pending_reads_};
  ReadsBeforeSwap reads_before_swap_{context_,
                                     [this](const ReadBeforeSwap& read) { pending_reads_.add(unless_harmless(read)); }};
  std::vector<EarlyRead> early_reads_;  // since the last barrier
  std::vector<EarlyRead> unwritten_;    // of the launch, and of those that nobody of the block wrote by its barrier
  std::uint64_t met_ = 0;               // how often all blocks have met, as a cell adds it to the number of a block
  unsigned waits_ = 0;
  std::uint64_t blocks_ = 0;  // begun here
  AtomicOrder order_of_atomic_ = Scope::device;
  bool watches_writes_ = false;  // in the first block, where blocks may depend on each other, or reads before a swap
  bool notes_reads_ = false;     // plain ones, and the atomics that they may collide with
  ShadowCell this_thread_ = never_written;  // what a cell says after a write of the running thread
  WrittenLines written_lines_;
};

}  // namespace ladder::emulator
