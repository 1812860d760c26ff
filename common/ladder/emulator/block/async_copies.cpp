// Asynchronous copies: what a thread of an observed block does when it starts one, and when it waits.
#include <algorithm>
#include <bit>
#include <cstring>

#include "ladder/emulator/block/accesses.hpp"

namespace ladder::emulator {
namespace {

// What stands where a copy has not arrived, as in a variable without a value.
constexpr int not_arrived_byte = 0xfe;

}  // namespace

// The hardware counts one request to global memory, for both; the wavefronts into shared memory have a counter of their
// own. (docs/reference/transposes_measured.md, "Asynchronous copies, counted".) Of one that loads a part of its bytes
// alone it is not known what is counted: here the parts.
void Accesses::start_copy(AsyncCopy copy) {
  volatile_sites_.insert(copy.site);
  copy_sites_.insert(copy.site);
  make_room(copy.site);
  const auto is_misaligned = [&](std::uintptr_t address) {
    return (address & static_cast<unsigned>(copy.bytes - 1)) != 0;
  };
  if (is_misaligned(copy.from))
    return stop_before(HazardKind::misaligned, {copy.site, copy.from, copy.bytes, Space::global, Access::load});
  if (is_misaligned(copy.to)) return stop_before(HazardKind::misaligned, copy.store());
  for (int at = 0; at < copy.loaded;) {
    const auto width = static_cast<int>(std::bit_floor(static_cast<unsigned>(copy.loaded - at)));
    is_in_one_piece_ = true;
    access(copy.from + static_cast<unsigned>(at), width, Access::load, copy.site);
    at += width;
  }
  is_in_one_piece_ = false;
  if (!shared_.find(copy.to, copy.bytes)) {
    note_refused(copy.store());
    stop(copy.site);
  }
  record_step(copy.store());
  copy.thread = running_.thread;
  copy.barriers = running_.barriers;
  std::memcpy(copy.data.data(), reinterpret_cast<const void*>(copy.from), static_cast<std::size_t>(copy.loaded));
  void* const place = reinterpret_cast<void*>(copy.to);
  listeners_.tell(event::CopyStarts{copy});
  std::memcpy(place, copy.data.data(), static_cast<std::size_t>(copy.bytes));
  listeners_.tell(event::CopyStarted{copy});
  std::memset(place, not_arrived_byte, static_cast<std::size_t>(copy.bytes));
  copies_on_the_way_.add(copy);
}

void Accesses::wait_for_copies(unsigned groups_left) {
  copies_on_the_way_.wait(running_.thread, groups_left, [this](const AsyncCopy& copy) {
    listeners_.tell(event::CopyArrives{copy, copy.changed_source()});
    std::memcpy(reinterpret_cast<void*>(copy.to), copy.data.data(), static_cast<std::size_t>(copy.bytes));
  });
}

// A thread that was stopped might have waited. Where the place was read too early, that is said, and why.
void Accesses::end_block() {
  copies_on_the_way_.for_each([this](const AsyncCopy& copy) {
    const bool is_told = std::ranges::any_of(hazards_.kept(), [&](const Hazard& hazard) {
      return hazard.kind == HazardKind::not_arrived && hazard.other.site == copy.site;
    });
    if (is_told || threads_[copy.thread].state != State::ended || !hazards_.count(HazardKind::never_awaited)) return;
    Hazard remark{HazardKind::never_awaited,
                  {threads_.block(), copy.thread, copy.site, Access::store},
                  {},
                  shared_.name_of(copy.to),
                  copies_on_the_way_.is_committed(copy)
                      ? "no wait of the thread behind it is for its group"
                      : "the thread makes no group of it: a __pipeline_commit() (cp.async.commit_group) is missing"};
    hazards_.keep(remark);
  });
  listeners_.tell(event::BlockEnds{});
}

}  // namespace ladder::emulator
