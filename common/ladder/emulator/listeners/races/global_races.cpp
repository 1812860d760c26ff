#include "ladder/emulator/listeners/races/global_races.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace ladder::emulator {

using namespace cell;

namespace {

constexpr const char* scope_of_a_block =
    "blocks run in any order, and an atomic with _block in its name, or of thread_scope_block, is one piece only for "
    "the threads of one block";

}  // namespace

void GlobalRaces::on(const event::LaunchEnds&) {
  judge_reads();
  pending_reads_.end_launch();
  for (const EarlyRead& read : unwritten_) judge_unwritten(read);
  unwritten_.clear();
}

ShadowCell GlobalRaces::written_by_this_thread() const {
  constexpr std::uint32_t times = (1u << time_bits) - 1;
  const Running& running = context_.running;
  return (met_ + running.block + 1) << block_at | static_cast<ShadowCell>(running.thread) << thread_at |
         static_cast<ShadowCell>(running.barriers & times) << barriers_at |
         static_cast<ShadowCell>(block_order_.fences_of(running.thread)) << fences_at |
         static_cast<ShadowCell>(running.warp_time & times) << warp_time_at;
}
std::uint64_t GlobalRaces::block_of(ShadowCell cell) const { return cell::block_of(cell, met_); }
Moment GlobalRaces::moment_of(ShadowCell cell) const {
  return {block_of(cell), thread_of(cell), barriers_of(cell), field(cell, fences_at, Moment::fence_bits),
          warp_time_of(cell)};
}

// Whether what the cell says happened before the launch, or all blocks have met since: all that run now have met
// equally often.
bool GlobalRaces::is_settled(ShadowCell before) const {
  if (before <= in_parts) return before == written_before_the_launch;
  return met_ != 0 && ((before >> block_at) - 1) >> block_bits != met_ >> block_bits;
}

// Whether the running thread has stored there itself. Its own atomic does not hide that: another one's may come before.
bool GlobalRaces::is_own_store(ShadowCell now) const {
  return now > in_parts && (now & block_atomic) == 0 && !is_settled(now) && are_of_one_thread(now, this_thread_);
}

void GlobalRaces::on(const event::GridBarrier& barrier) {
  constexpr std::uint32_t most =
      (1u << met_bits) - 1;  // then from 1 on again: a cell may wait that long, and be settled
  met_ = static_cast<std::uint64_t>(1 + (barrier.passed - 1) % most) << block_bits;
}

void GlobalRaces::on(const event::ThreadGoesOn&) {
  this_thread_ = written_by_this_thread();
  now_.set(this_thread_ >> thread_at);
  watches_writes_ = blocks_ == 1 || ReleaseLogs::instance().lines_are_wanted() || !reads_before_swap_.empty();
}

// A flag has a value before the first thread waits for it: since the launch, or a barrier of the block. What had none
// is data, volatile or not.
void GlobalRaces::on(const event::VolatileBegins& begin) {
  order_of_atomic_ = begin.scope;
  if (begin.buffer == nullptr) return;
  const ShadowCell before = now_at(begin.address);
  const bool is_told = before > in_parts && (before & (atomic_flag | volatile_flag)) != 0;
  const bool is_of_before = before > in_parts && block_of(before) == context_.running.block &&
                            barriers_of(before) != barriers_of(this_thread_);
  if (is_settled(before) || is_told || is_of_before) this_thread_ |= volatile_flag;
}

void GlobalRaces::on(const event::VolatileEnds& end) {
  this_thread_ &= ~volatile_flag;
  const SyncVariable place = context_.sync_variable(end.address, end.buffer);
  if (end.operation == Access::load) {
    block_order_.volatile_load(context_.running.thread, place);
  } else {
    block_order_.before_volatile_store(context_.running.thread, place);
  }
}

void GlobalRaces::on(const event::AtomicLoaded& load) {
  block_order_.after_atomic(context_.running.thread, place_of(load), load.acquires);
  end_atomic();
}

// Pending reads are known to all listeners: those of shared memory as well.
void GlobalRaces::on(const event::AtomicBegins& atomic) {
  if (context_.running.swap == Swap::compares) PendingReads::note_swap(atomic.load);
  if (atomic.load != 0 && atomic.buffer != nullptr && notes_reads_) excuse_own_read(atomic);
  order_of_atomic_ = atomic.order;
  if (atomic.order.scope == Scope::block) this_thread_ |= volatile_flag;  // with its own, block_atomic
}

void GlobalRaces::on(const event::AtomicUpdates& atomic) {
  if (atomic.buffer != nullptr && atomic.is_alone) {
    std::atomic<ShadowCell>& cell = atomic.buffer->cells[atomic.buffer->granule(atomic.address)];
    const ShadowCell now = cell.load(std::memory_order_relaxed);
    if (now != in_parts && !is_own_store(now)) visit(cell, Access::atomic);
  }
  block_order_.before_atomic(context_.running.thread, place_of(atomic));
}

void GlobalRaces::on(const event::AtomicUpdated& atomic) {
  block_order_.after_atomic(context_.running.thread, place_of(atomic), order_of_atomic_.acquires);
  end_atomic();
}

void GlobalRaces::note_write(LaneAccess access, const Buffer& buffer) {
  reads_before_swap_.write(access);
  const ShadowCell now = buffer.cells[buffer.granule(access.address)].load(std::memory_order_relaxed);
  if (access.operation != Access::atomic || !is_own_store(now)) written_lines_.note(access, buffer);
}

// Two threads of one block, with no barrier between; in one warp, nothing that the WarpClock knows of either.
bool GlobalRaces::unordered_in_block(ShadowCell before) const {
  const unsigned thread = thread_of(this_thread_), other = thread_of(before);
  if (block_of(before) != block_of(this_thread_) || other == thread) return false;
  if (barriers_of(before) != barriers_of(this_thread_)) return false;
  if (warp_of(other) != warp_of(thread)) return true;
  const std::uint32_t now = context_.clock.now(lane_of(other));
  const std::uint32_t age = (now - warp_time_of(before)) & ((1u << time_bits) - 1);
  return age <= now && !context_.clock.happened_before(lane_of(thread), lane_of(other), now - age);
}

// The cell, of which `before` is known already, and those after it.
void GlobalRaces::check(ShadowCell before, std::atomic<ShadowCell>* cell, std::atomic<ShadowCell>* last,
                        const Buffer& buffer, std::uintptr_t address, int bytes, Access operation, Site site) {
  const LaneAccess access{site, address, bytes, Space::global, operation};
  pending_writes_.settle(access.address, access.bytes);
  const std::size_t granule_bytes = std::size_t{1} << buffer.granule_shift;
  while (true) {
    const std::size_t offset = static_cast<std::size_t>(cell - buffer.cells) << buffer.granule_shift;
    LaneAccess part = access;
    part.address = buffer.begin + offset;
    part.bytes = static_cast<int>(std::min(granule_bytes, buffer.end - part.address));
    if (before == never_written && buffer.is_taken_as_written) {
      settle(*cell);  // the next one need not come here
      before = written_before_the_launch;
    }
    if (before == in_parts) {
      std::atomic_thread_fence(std::memory_order_acquire);
      const std::atomic<ShadowCell>* const byte_cells = buffer.byte_cells->get() + offset;
      bool reported = false;
      part.bytes = 1;
      for (std::size_t i = 0; i < granule_bytes && !reported; ++i, ++part.address)
        reported = judge(byte_cells[i], part);
    } else {
      judge(before, part);
    }
    if (operation == Access::atomic && is_own_store(before)) cell->store(before, std::memory_order_relaxed);
    if (cell++ == last) return;
    before = visit(*cell, operation);
  }
}

// An access to less than a granule.
void GlobalRaces::access_part(LaneAccess access, const Buffer& buffer) {
  pending_writes_.settle(access.address, access.bytes);
  std::atomic<ShadowCell>& whole = buffer.cells[buffer.granule(access.address)];
  const bool is_load = access.operation == Access::load;
  if (const ShadowCell state = whole.load(std::memory_order_acquire); is_load && state != in_parts) {
    judge(state, access);
    return;
  }
  std::atomic<ShadowCell>* const bytes = buffer.byte_cells->get();
  if (!is_load)
    split(whole, bytes + (buffer.granule(access.address) << buffer.granule_shift), 1u << buffer.granule_shift);
  LaneAccess part = access;
  part.bytes = 1;
  bool reported = false;
  for (; part.address < access.address + static_cast<unsigned>(access.bytes); ++part.address) {
    const ShadowCell before = visit(bytes[part.address - buffer.begin], access.operation);
    if (!reported) reported = judge(before, part);
  }
}

bool GlobalRaces::report(const Collision& collision) {
  context_.report(collision.kind, collision.actor, collision.other, collision.part, collision.detail);
  return true;
}

// Whether the access to that part is a hazard, after what its cell says; then it is reported. A write that is one only
// if it changes something is left to be settled, and so is a read that may come before a swap.
bool GlobalRaces::judge(ShadowCell before, const LaneAccess& part) {
  const Actor actor{block_of(this_thread_), thread_of(this_thread_), part.site, part.operation};
  const bool reads = part.operation != Access::store && context_.running.swap != Swap::overwrites;
  if (before == never_written && reads) {
    if (GlobalMemory::instance().find(part.address, 1)->is_taken_as_written) return false;
    const EarlyRead read{actor, this_thread_, part, context_.running.is_volatile,
                         GlobalMemory::instance().has_unseen_writes()};
    if (early_reads_.size() < most_early_reads) {
      early_reads_.push_back(read);
    } else {
      judge_early(read);
    }
    return true;
  }
  if (before == never_written || is_settled(before)) return false;
  Actor writer{block_of(before), thread_of(before), 0, operation_of(before)};
  const bool of_another_block = writer.block != actor.block;
  if ((!of_another_block && !unordered_in_block(before)) || is_ordered(before, part)) return false;
  if (part.operation == Access::load) return judge_load(actor, before, part);
  if (part.operation == Access::store && writer.operation == Access::atomic) note_store(this_thread_, part.site, part);
  const bool both_atomic = part.operation == Access::atomic && writer.operation == Access::atomic;
  ReleaseLogs::instance().want_lines();
  if (watches_writes_) writer.site = written_lines_.before(part.address);
  if (both_atomic) return report({HazardKind::written_twice, actor, writer, part, scope_of_a_block});
  if (part.operation == Access::atomic) return report({HazardKind::written_twice, actor, writer, part});
  if (of_another_block) let_it_write(before, part.address);
  pending_writes_.add({HazardKind::written_twice, actor, writer, part});
  return false;
}

ShadowCell GlobalRaces::now_at(std::uintptr_t address) const {
  const Buffer& buffer = *GlobalMemory::instance().find(address, 1);
  const ShadowCell now = buffer.cells[buffer.granule(address)].load(std::memory_order_relaxed);
  return now != in_parts ? now : buffer.byte_cells->get()[address - buffer.begin].load(std::memory_order_relaxed);
}

// The same of a load that nothing orders behind another block's write.
bool GlobalRaces::judge_load(const Actor& actor, ShadowCell before, const LaneAccess& part) {
  Actor writer{block_of(before), thread_of(before), 0, operation_of(before)};
  const bool of_another_block = writer.block != actor.block;
  if (!of_another_block) {
    ReleaseLogs::instance().want_lines();
    watches_writes_ = true;
    writer.site = WrittenLines::now_at(part.address);
  }
  if (!of_another_block && context_.running.is_volatile && (before & block_atomic) == volatile_flag) {
    pending_reads_.add({HazardKind::race, actor, writer, part, "", {}, true});
    return false;
  }
  const bool by_block_atomics = order_of_atomic_.scope == Scope::block || (before & block_atomic) == block_atomic;
  if (of_another_block && context_.running.is_volatile && by_block_atomics && (before & block_atomic) != 0)
    return report({HazardKind::unordered_blocks, actor, writer, part, scope_of_a_block});
  const ReadBeforeSwap read{{HazardKind::race, actor, writer, part}, before};
  if (writer.operation != Access::atomic || reads_before_swap_.is_full()) return report(unless_harmless(read));
  reads_before_swap_.add(read);
  watches_writes_ = true;
  return true;
}

// What it is, unless a compare-and-swap follows.
Collision GlobalRaces::unless_harmless(const ReadBeforeSwap& read) {
  Collision race = read;
  const Moment write = moment_of(read.before);
  if (race.other.block == race.actor.block) {
    if (block_order_.lacks_acquire(race.actor.thread, write)) race.detail = in_words(MissingLink::acquire);
    return race;
  }
  ReleaseLogs::instance().want_lines();
  block_order_.take_for_flag(race.actor.thread, {race.part.address});  // then one message is enough
  race.kind = HazardKind::unordered_blocks;
  race.other.site = WrittenLines::now_at(race.part.address);
  const bool is_flag = context_.running.is_volatile && race.other.operation == Access::store &&
                       !block_order_.has_read_another({race.part.address});
  race.detail = in_words(is_flag ? MissingLink::write_of_flag : block_order_.what_is_missing(race.actor.thread, write));
  return race;
}

// Whether one of the two threads knows of the other; or both make an atomic, or an access to a volatile that may be a
// flag, which is in one piece: who comes first is not to be known. (What is read of a volatile in the same block is
// left to be judged.)
bool GlobalRaces::is_ordered(ShadowCell before, const LaneAccess& part) {
  const bool in_one_block = block_of(before) == block_of(this_thread_);
  const bool is_in_one_piece = (context_.running.is_volatile || part.operation == Access::atomic) &&
                               (in_one_block || order_of_atomic_.scope == Scope::device);
  const ShadowCell flags = before & block_atomic;
  const bool is_told = flags != 0 && (in_one_block || flags != block_atomic);
  const bool is_pending = in_one_block && part.operation == Access::load && flags == volatile_flag;
  if (is_in_one_piece && is_told && !is_pending) return true;
  return block_order_.knows(thread_of(this_thread_), moment_of(before));
}

// The other block may run on another core, and have said that it writes, and not have written yet. Its value is needed.
void GlobalRaces::let_it_write(ShadowCell before, std::uintptr_t address) {
  constexpr std::chrono::microseconds wait{50};
  constexpr unsigned most_waits = 40'000;  // in a launch: 2 s; a thread that has written may run on, and write no more
  while (RunningThread::is_writing(before >> thread_at, address) && waits_++ < most_waits)
    std::this_thread::sleep_for(wait);
}

}  // namespace ladder::emulator
