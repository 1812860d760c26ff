// Asynchronous copies: what a thread does when it starts one, and when it waits; and the functions that kernels call,
// under the address of the kernel's instruction.
#include "ladder/emulator/cuda/async_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/debuginfo/call_site.hpp"
#include "ladder/emulator/memory/device_variables.hpp"

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
                  copies_on_the_way_.is_committed(copy) ? "no wait of the thread behind it is for its group"
                                                        : "the thread makes no group of it: a __pipeline_commit() "
                                                          "(cp.async.commit_group, producer_commit()) is missing"};
    hazards_.keep(remark);
  });
  listeners_.tell(event::BlockEnds{});
}

void Block::start_async_copy(std::uintptr_t to, std::uintptr_t from, int bytes, int loaded, Site site) {
  const auto name_of = [this](std::uintptr_t address) {
    if (is_shared(address)) return accesses_.shared().name_of(address);
    if (fibers().on_its_stack(address)) return std::string("a variable of its own");
    if (GlobalMemory::instance().find(address, 1) != nullptr) return GlobalMemory::instance().name_of(address);
    return std::string(distance_to_constant(address) == 0 ? "constant memory" : "memory that is no array");
  };
  if (bytes != 4 && bytes != 8 && bytes != 16)
    fail(fmt::format("copies {} bytes to {} asynchronously: only 4, 8 and 16 are possible", bytes, name_of(to)), site);
  if (loaded < 0)
    fail(fmt::format("fills more with zeros than the {} bytes that it copies to {}", bytes, name_of(to)), site);
  if (!is_shared(to))
    fail(fmt::format("copies to {} asynchronously: only shared memory is possible", name_of(to)), site);
  if (is_shared(from) || fibers().on_its_stack(from) || distance_to_constant(from) == 0)
    fail(fmt::format("copies {} asynchronously: only global memory is possible", name_of(from)), site);
  accesses_.check_alignment(from, bytes, Access::load, site);
  accesses_.check_alignment(to, bytes, Access::store, site);
  if (accesses_.is_observed())
    return accesses_.start_copy({.site = site, .to = to, .from = from, .bytes = bytes, .loaded = loaded});
  accesses_.note_unseen(site);
  char* const place = reinterpret_cast<char*>(to);
  std::memcpy(place, reinterpret_cast<const void*>(from), static_cast<std::size_t>(loaded));
  std::memset(place + loaded, 0, static_cast<std::size_t>(bytes - loaded));
}

void copy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  constexpr std::size_t most = 1 << 20;  // numbers that are wrong anyway
  const auto all = static_cast<int>(std::min(bytes, most));
  Block::current()->start_async_copy(reinterpret_cast<std::uintptr_t>(to), reinterpret_cast<std::uintptr_t>(from), all,
                                     all - static_cast<int>(std::min(zeros, most)), SITE);
}

void commit_async_copies() { Block::current()->accesses().commit_copies(); }

void wait_for_async_copies(unsigned groups_left) { Block::current()->accesses().wait_for_copies(groups_left); }

}  // namespace ladder::emulator
