// Races on global memory, accesses to what another block wrote with nothing that orders the two, elements that are
// written twice, and reads of what nothing wrote: a cell for each element says who wrote it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ladder/engine/emulator/checks/doubtful_writes.hpp"
#include "ladder/engine/emulator/checks/guesses.hpp"
#include "ladder/engine/emulator/checks/running_threads.hpp"
#include "ladder/engine/emulator/checks/written_lines.hpp"

namespace ladder::emulator {

class GlobalCheck : public AccessCheck {
 public:
  explicit GlobalCheck(const CheckContext& context) : context_(context), doubts_(context), looks_(context) {}

  void begin_launch();
  void begin_block();
  void barrier();
  void end_launch();
  void stop_thread() { GlobalMemory::instance().note_unseen_writes(); }
  void grid_barrier(std::uint32_t passed);
  void begin_thread(const Running& running);
  // A thread that waits for others, or has ended, swaps nothing any more that it knows to be as it was.
  void end_thread(bool is_paused) {
    doubts_.settle();
    if (!is_paused && !guesses_.empty()) give_up_guesses();
    now_.set(RunningThread::none);
  }
  void begin_volatile(std::uintptr_t address, const Buffer& buffer);
  void end_volatile();
  void begin_atomic(Scope scope, Swap swap);
  void end_atomic();
  void atomic_now(std::uintptr_t address, const Buffer& buffer);

  // Notes the access: a read of what nothing wrote, or a second thread's write, is a hazard, and so is what another
  // thread of the block wrote since the last barrier, or another block with nothing that orders the two.
  [[gnu::always_inline]] void access(const LaneAccess& access, const Buffer* buffer) {
    if (access.space != Space::global) return;
    if (access.operation != Access::load && watches_writes_) note_write(access, *buffer);
    if (access.bytes < largest_granule && access.bytes < 1 << buffer->granule_shift)
      return access_part(access, *buffer);
    std::atomic<Cell>* cell = buffer->cells + buffer->granule(access.address);
    std::atomic<Cell>* const last =
        buffer->cells + buffer->granule(access.address + static_cast<std::uintptr_t>(access.bytes) - 1);
    // The next lanes mostly go on from here, and by then what they touch is in the cache.
    __builtin_prefetch(cell + cache_line_bytes / sizeof(Cell), 1);
    __builtin_prefetch(reinterpret_cast<const void*>(access.address + cache_line_bytes), 1);
    for (; cell <= last; ++cell) {
      const Cell before = visit(*cell, access.operation);
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
    Cell reader;
    LaneAccess part;
    bool is_volatile;
  };
  static constexpr std::size_t most_early_reads = 4096;
  static constexpr std::size_t cache_line_bytes = 64;
  static constexpr int largest_granule = 4;
  static constexpr Cell atomic_bit(Access operation) { return static_cast<Cell>(operation == Access::atomic) << 1; }

  // What the cell says; then, where the access is a write, it says that this thread wrote.
  Cell visit(std::atomic<Cell>& cell, Access operation) const {
    if (operation == Access::load) return cell.load(std::memory_order_relaxed);
    return cell.exchange(this_thread_ | atomic_bit(operation), std::memory_order_relaxed);
  }
  [[gnu::noinline]] void check(Cell before, std::atomic<Cell>* cell, std::atomic<Cell>* last, const Buffer& buffer,
                               std::uintptr_t address, int bytes, Access operation, Site site);
  [[gnu::noinline]] void access_part(LaneAccess access, const Buffer& buffer);
  [[gnu::noinline]] void note_write(LaneAccess access, const Buffer& buffer);
  Site writer_before(std::uintptr_t address) const;
  bool judge(Cell before, const LaneAccess& part);
  bool judge_load(const Actor& actor, Cell before, const LaneAccess& part);
  void give_up_guesses();
  Look unless_a_look(const Guess& guess);
  void judge_early(const EarlyRead& read);
  void judge_unwritten(const EarlyRead& read);
  bool report(HazardKind kind, const Actor& actor, const Actor& other, const LaneAccess& part, const char* remark = "");
  bool is_ordered_between_blocks(Cell before, const LaneAccess& part) const;
  bool unordered_in_block(Cell before) const;
  void let_it_finish(Cell before);

  Cell now_at(std::uintptr_t address) const;
  Cell written_by(const Running& running) const;
  bool is_settled(Cell before) const;
  std::uint64_t block_of(Cell cell) const;
  Moment moment_of(Cell cell) const;

  CheckContext context_;
  RunningThread now_;
  DoubtfulWrites doubts_;
  Guesses guesses_;
  FirstLooks looks_;
  std::vector<EarlyRead> early_reads_;  // since the last barrier
  std::vector<EarlyRead> unwritten_;    // of the launch, and of those that nobody of the block wrote by its barrier
  std::uint64_t met_ = 0;               // how often all blocks have met, as a cell adds it to the number of a block
  unsigned waits_ = 0;
  bool is_volatile_ = false;          // the access
  Scope scope_ = Scope::device;       // of an atomic
  Swap swap_ = Swap::none;            // what the atomic does
  bool watches_writes_ = false;       // only where blocks may depend on each other, or there are guesses
  Cell this_thread_ = never_written;  // what a cell says after a write of the running thread
  WrittenLines written_lines_;
};

}  // namespace ladder::emulator
