// What a check of accesses is. No virtual call and no table: the emulator calls these members at every access.
//
// A new check is a class of its own that declares the members it needs, has a constructor that takes a CheckContext,
// and is named in checks.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "ladder/engine/emulator/checks/block_order.hpp"
#include "ladder/engine/emulator/checks/hazards.hpp"
#include "ladder/engine/emulator/language/atomic_functions.hpp"
#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/memory/shared_memory.hpp"
#include "ladder/engine/emulator/requests/rounds_since_barrier.hpp"
#include "ladder/engine/emulator/requests/warp_clock.hpp"

namespace ladder::emulator {

// What checks may look at, and where they report.
struct CheckContext {
  HazardLog& hazards;
  const WarpClock& clock;
  const SharedMemory& shared;
  BlockOrder& order;
  const RoundsSinceBarrier& rounds;

  std::string name_of(const LaneAccess& access) const {
    const bool in_shared = access.space == Space::shared;
    return in_shared ? shared.name_of(access.address) : GlobalMemory::instance().name_of(access.address);
  }
  ArrayByte place_of(const LaneAccess& access) const {
    if (access.space == Space::shared) {
      return {Space::shared, shared.array_of(access.address).begin, shared.offset_in_array(access.address)};
    }
    const std::uintptr_t begin = GlobalMemory::instance().find(access.address, 1)->begin;
    return {Space::global, begin, access.address - begin};
  }
  // A collision of two threads on that part.
  void report(HazardKind kind, const Actor& actor, const Actor& other, const LaneAccess& part, const char* remark = "",
              const InLoop& loop = {}) const {
    if (hazards.count(kind, actor, other)) {
      hazards.keep({kind, actor, other, name_of(part), remark, {}, place_of(part), {}, loop});
    }
    if (loop.both_write) hazards.note_that_both_write(kind, actor, other);
  }
};

// The thread that now runs, and when: barriers that its block has passed, and __syncwarp()s of the thread since.
struct Running {
  std::uint64_t block;
  unsigned thread;
  std::uint32_t barriers, warp_time;
};

// What an atomic does with what was there: compares it first, as a compare-and-swap; or nothing, as an exchange.
enum class Swap { none, compares, overwrites };

struct AccessCheck {
  void begin_launch() {}
  void end_launch() {}  // one that broke off, too, in the middle of a block
  void begin_block() {}
  void barrier() {}                    // of all threads of the block; the end of the block is one as well
  void grid_barrier(std::uint32_t) {}  // all blocks of the launch have met, so often by now
  void begin_thread(const Running&) {}
  // It has ended, or others go on before it does; is_paused: without its waiting for anything that they do.
  void end_thread(bool is_paused) { static_cast<void>(is_paused); }
  // It was stopped, and what it would have written will be missed.
  void stop_thread() {}
  // The access that comes between the two is one to a volatile in global memory.
  void begin_volatile(std::uintptr_t, const Buffer&) {}
  void end_volatile() {}
  // The access that comes between the two is an atomic one.
  void begin_atomic(Scope, Swap) {}
  void end_atomic() {}
  // An atomic access to global memory, of which the check has been told, happens now, and on no other core.
  void atomic_now(std::uintptr_t, const Buffer&) {}
  // An access of that thread: aligned, and within one array or buffer; buffer is null for shared memory. To be
  // always_inline, as far as it takes for what nearly all accesses need.
  void access(const LaneAccess&, const Buffer*) {}
};

template <std::derived_from<AccessCheck>... Checks>
class AccessChecks : Checks... {
 public:
  explicit AccessChecks(const CheckContext& context) : Checks(context)... {}

  void begin_launch() { (Checks::begin_launch(), ...); }
  void end_launch() { (Checks::end_launch(), ...); }
  void begin_block() { (Checks::begin_block(), ...); }
  void barrier() { (Checks::barrier(), ...); }
  void grid_barrier(std::uint32_t passed) { (Checks::grid_barrier(passed), ...); }
  void begin_thread(const Running& running) { (Checks::begin_thread(running), ...); }
  void end_thread(bool is_paused) { (Checks::end_thread(is_paused), ...); }
  void stop_thread() { (Checks::stop_thread(), ...); }
  void begin_volatile(std::uintptr_t address, const Buffer& buffer) { (Checks::begin_volatile(address, buffer), ...); }
  void end_volatile() { (Checks::end_volatile(), ...); }
  void begin_atomic(Scope scope, Swap swap) { (Checks::begin_atomic(scope, swap), ...); }
  void end_atomic() { (Checks::end_atomic(), ...); }
  void atomic_now(std::uintptr_t address, const Buffer& buffer) { (Checks::atomic_now(address, buffer), ...); }
  [[gnu::always_inline]] void access(const LaneAccess& access, const Buffer* buffer) {
    (Checks::access(access, buffer), ...);
  }
};

}  // namespace ladder::emulator
