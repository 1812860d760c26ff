// Reads of global memory that come before what they collide with: of what nothing has written yet, and of what another
// thread's atomic updates later.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "ladder/emulator/listeners/races/global_races.hpp"

namespace ladder::emulator {

using namespace cell;

namespace {

constexpr const char* too_early =
    "it had not been written yet: only a block that knows from an atomic that all others have written may come here "
    "(is a test missing?)";

}  // namespace

// Of a read of what nothing had written: who else of the block has written it since, before their next barrier, races
// with it. Atomics only add to what somebody should have written.
void GlobalRaces::judge_early(const EarlyRead& read) {
  const auto [now, site] = stored_at(read.part.address);
  const bool was_written = now > in_parts && !is_settled(now) && operation_of(now) == Access::store &&
                           block_of(now) == read.actor.block && thread_of(now) != read.actor.thread;
  const bool in_order = was_written && warp_of(thread_of(now)) == warp_of(read.actor.thread) &&
                        warp_time_of(now) > warp_time_of(read.reader);
  if (was_written && !in_order) {
    report({HazardKind::race, read.actor, {block_of(now), thread_of(now), site, Access::store}, read.part});
  } else if (unwritten_.size() < most_early_reads) {
    unwritten_.push_back(read);
  } else {
    judge_unwritten(read);
  }
}

// Of one that nobody of its block wrote: where another block has, by the end of the launch, it would have come too late
// or in time by chance. Who waits for a flag, or adds, should have found something there.
void GlobalRaces::judge_unwritten(const EarlyRead& read) {
  const auto [now, site] = stored_at(read.part.address);
  const bool was_written = now > in_parts && !is_settled(now) && !is_settled(read.reader) &&
                           (now & (atomic_flag | volatile_flag)) == 0 && block_of(now) != read.actor.block;
  const bool is_plain_or_overwritten = read.actor.operation == Access::load || site != 0;
  if (was_written && is_plain_or_overwritten && !read.is_volatile) {
    const MissingLink missing = ReleaseLogs::instance().what_is_missing(moment_of(now), true);
    report({HazardKind::unordered_blocks,
            read.actor,
            {block_of(now), thread_of(now), site, Access::store},
            read.part,
            missing == MissingLink::read_of_atomic ? too_early : ""});
  } else if (!read.may_be_written) {
    report({HazardKind::uninitialized_read, read.actor, {}, read.part});
  }
}

std::pair<ShadowCell, Site> GlobalRaces::stored_at(std::uintptr_t address) const {
  const ShadowCell now = now_at(address);
  const Buffer& buffer = *GlobalMemory::instance().find(address, 1);
  if (now <= in_parts || !notes_reads_ || !has_noted_reads(buffer)) return {now, 0};
  const PlainReads& reads = buffer.reads->get()[buffer.granule(address)];
  const ShadowCell store = reads.store.load(std::memory_order_relaxed);
  if (store == never_written || (operation_of(now) == Access::store && now != store)) return {now, 0};
  const std::uint32_t site = reads.store_site.load(std::memory_order_relaxed);
  return {store, site == 0 ? 0 : site_address(site)};
}

void GlobalRaces::note_store(ShadowCell store, Site site, const LaneAccess& part) const {
  const Buffer& buffer = *GlobalMemory::instance().find(part.address, 1);
  if (!notes_reads_ || !has_noted_reads(buffer)) return;
  PlainReads& reads = buffer.reads->get()[buffer.granule(part.address)];
  reads.store.store(store, std::memory_order_relaxed);
  reads.store_site.store(site == 0 ? 0 : site_offset(site), std::memory_order_relaxed);
}

// Plain reads, and the atomics of other threads on the same granule, whichever comes first.
void GlobalRaces::note_read_or_atomic(LaneAccess access, const Buffer& buffer) {
  if (context_.running.is_volatile || !has_noted_reads(buffer)) return;
  PlainReads* const reads = buffer.reads->get();
  if (!buffer.has_reads->load(std::memory_order_relaxed)) buffer.has_reads->store(true, std::memory_order_relaxed);
  const std::size_t first = buffer.granule(access.address);
  const std::size_t last = buffer.granule(access.address + static_cast<std::uintptr_t>(access.bytes) - 1);
  LaneAccess part = access;
  part.bytes = std::min(access.bytes, 1 << buffer.granule_shift);
  for (std::size_t i = first; i <= last; ++i, part.address += static_cast<unsigned>(part.bytes)) {
    const ShadowCell now = buffer.cells[i].load(std::memory_order_relaxed);
    access.operation == Access::load ? note_read(reads[i], now, part) : note_atomic(reads[i], now, part);
  }
}

// That of another thread which was there before is kept as well. Behind an atomic of its own, the thread may have
// missed another one's.
void GlobalRaces::note_read(PlainReads& reads, ShadowCell now, const LaneAccess& part) {
  const ShadowCell mine = this_thread_ & ~block_atomic, newest = reads.newest.load(std::memory_order_relaxed);
  if (newest != never_written && !are_of_one_thread(newest, mine)) {
    reads.other.store(newest, std::memory_order_relaxed);
    reads.other_site.store(reads.newest_site.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  if ((newest & ~block_atomic) != mine) {
    reads.newest.store(mine, std::memory_order_relaxed);
    reads.newest_site.store(site_offset(part.site), std::memory_order_relaxed);
  }
  const ShadowCell earlier = reads.earlier_atomic.load(std::memory_order_relaxed);
  const bool hides_another = now > in_parts && operation_of(now) == Access::atomic && are_of_one_thread(now, mine);
  if (hides_another && earlier != never_written && !are_of_one_thread(earlier, mine)) judge(earlier, part);
}

void GlobalRaces::note_atomic(PlainReads& reads, ShadowCell now, const LaneAccess& part) {
  judge_earlier_read(reads.newest, reads.newest_site.load(std::memory_order_relaxed), part);
  judge_earlier_read(reads.other, reads.other_site.load(std::memory_order_relaxed), part);
  const bool is_store = now > in_parts && operation_of(now) == Access::store;
  if (is_store && reads.store.load(std::memory_order_relaxed) != now) note_store(now, 0, part);
  if (now > in_parts && operation_of(now) == Access::atomic && !are_of_one_thread(now, this_thread_)) {
    reads.earlier_atomic.store(now, std::memory_order_relaxed);
  }
}

// Of a read that another thread's atomic follows, with nothing that orders the two: it is pending.
void GlobalRaces::judge_earlier_read(std::atomic<ShadowCell>& read, std::uint32_t site, const LaneAccess& part) {
  const ShadowCell before = read.load(std::memory_order_relaxed);
  if (before <= in_parts || is_settled(before) || are_of_one_thread(before, this_thread_)) return;
  const Actor reader{block_of(before), thread_of(before), site_address(site), Access::load};
  const bool of_another_block = reader.block != block_of(this_thread_);
  if (!of_another_block && !unordered_in_block(before)) return;
  if (block_order_.knows(thread_of(this_thread_), moment_of(before))) return;
  read.fetch_or(volatile_flag, std::memory_order_relaxed);
  const HazardKind kind = of_another_block ? HazardKind::unordered_blocks : HazardKind::race;
  pending_reads_.add({kind, reader, context_.actor(part.site, part.operation), part});
}

void GlobalRaces::excuse_own_read(const event::AtomicBegins& atomic) {
  const Buffer& buffer = *atomic.buffer;
  if (!has_noted_reads(buffer)) return;
  std::uintptr_t address = atomic.address;
  for (; address < atomic.address + static_cast<unsigned>(atomic.bytes); address += 1u << buffer.granule_shift) {
    PlainReads& reads = buffer.reads->get()[buffer.granule(address)];
    for (std::atomic<ShadowCell>* read : {&reads.newest, &reads.other}) {
      const ShadowCell before = read->load(std::memory_order_relaxed);
      if (before == never_written || !are_of_one_thread(before, this_thread_)) continue;
      if ((before & volatile_flag) != 0) PendingReads::excuse(address, block_of(before), thread_of(before));
      read->store(never_written, std::memory_order_relaxed);
    }
  }
}

// What has changed since the copy read it, it may have read as it is now.
void GlobalRaces::on(const event::CopyArrives& arrival) {
  if (arrival.changed == 0) return;
  const std::uintptr_t word = arrival.changed & ~std::uintptr_t{3};
  const ShadowCell now = now_at(arrival.changed);
  if (now <= in_parts) return;  // not by this launch
  ReleaseLogs::instance().want_lines();
  const Actor writer{block_of(now), thread_of(now), WrittenLines::now_at(arrival.changed), operation_of(now)};
  report({HazardKind::race,
          context_.actor(arrival.copy.site, Access::load),
          writer,
          {arrival.copy.site, word, 4, Space::global, Access::load},
          "an asynchronous copy may read until its thread has waited for it: the write has to come behind that wait"});
}

}  // namespace ladder::emulator
