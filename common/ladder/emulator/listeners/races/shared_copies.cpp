// Races of asynchronous copies to shared memory.
#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "ladder/emulator/listeners/races/shared_races.hpp"

namespace ladder::emulator {
namespace {

// What is missing between the copy's start and the access of that thread.
std::string wait_in_words(const AsyncCopy& copy, const AsyncCopies& all, unsigned thread) {
  if (thread != copy.thread && all.has_waited_for(copy.group, thread))
    return "the thread has waited for its own copies, and not for those of others: a __syncthreads() is missing behind "
           "that wait";
  const std::string then = thread == copy.thread ? "" : ", and a __syncthreads() behind it";
  if (!all.is_committed(copy) && copy.is_passed_by)
    return "the wait before is for committed groups alone: a __pipeline_commit() (cp.async.commit_group, "
           "producer_commit()) is missing between the copy and that wait" +
           then;
  if (copy.is_passed_by)
    return fmt::format("the wait before leaves the newest {} on the way, with this copy: wait for fewer{}",
                       copy.left_on_the_way == 1 ? "group" : fmt::format("{} groups", copy.left_on_the_way), then);
  return "a wait of the copying thread is missing in between: __pipeline_wait_prior() (cp.async.wait_group, "
         "consumer_wait())" +
         then;
}

}  // namespace

void SharedRaces::for_each_granule(const AsyncCopy& copy, const auto& visit) {
  const std::size_t first = (copy.to - segment_) >> granule_shift_;
  const std::size_t last = (copy.to - segment_ + static_cast<unsigned>(copy.bytes) - 1) >> granule_shift_;
  for (std::size_t i = first; i <= last; ++i) visit(i);
}

// Whether there is such a copy: then the access is reported.
bool SharedRaces::report_on_the_way(const AsyncCopy* copy, const Actor& actor, const LaneAccess& part) const {
  if (copy == nullptr) return false;
  const Actor copier{actor.block, copy->thread, copy->site, Access::store};
  Collision collision{HazardKind::not_arrived, actor, copier, part};
  collision.loop.of_copy = true;
  collision.loop.copy_is_new = copy->thread != actor.thread && copy->barriers == context_.running.barriers;
  context_.report(HazardKind::not_arrived, actor, copier, part, wait_in_words(*copy, context_.copies, actor.thread),
                  described(collision).loop);
  return true;
}

void SharedRaces::on(const event::CopyStarts& start) {
  const AsyncCopy& copy = start.copy;
  const Actor actor = context_.actor(copy.site, Access::store);
  const AsyncCopy* before = nullptr;
  for_each_granule(copy, [&](std::size_t i) {
    if (before == nullptr && granules_[i].awaits_copy != 0) before = context_.copies.on_the_way_to(copy.to, copy.bytes);
  });
  const bool is_alike = before != nullptr && before->to == copy.to && before->data == copy.data;
  if (!is_alike) report_on_the_way(before, actor, copy.store());
  starts_copy_ = true;
  const std::size_t first = (copy.to - segment_) >> granule_shift_;
  check(first, first + ((static_cast<std::size_t>(copy.bytes) - 1) >> granule_shift_), copy.to, copy.bytes,
        Access::store, copy.site);
  starts_copy_ = false;
}

void SharedRaces::on(const event::CopyStarted& start) {
  pending_writes_.settle(start.copy.to, start.copy.bytes);
  for_each_granule(start.copy, [&](std::size_t i) {
    granules_[i].write_epoch = 0;
    granules_[i].awaits_copy = 1;
  });
}

// What another store has written since the start, it may have written before the copy or behind it.
void SharedRaces::on(const event::CopyArrives& arrival) {
  const AsyncCopy& copy = arrival.copy;
  bool is_reported = false;
  for_each_granule(copy, [&](std::size_t i) {
    Granule& granule = granules_[i];
    if (granule.awaits_copy != 0 && granule.write_epoch >= first_epoch_ && !is_reported) {
      const Access operation = granule.atomic_write != 0 ? Access::atomic : Access::store;
      const Actor writer{context_.running.block, granule.writer, site_address(granule.write_site), operation};
      AsyncCopy there = copy;
      there.is_passed_by = false;
      is_reported = report_on_the_way(&there, writer, part(i, copy.store()));
    }
    note_write(granule, Access::store, copy.site);
    granule.copied = 1;
    granule.copy_is_new = copy.barriers == context_.running.barriers;
    granule.awaits_copy = 0;
  });
}

}  // namespace ladder::emulator
