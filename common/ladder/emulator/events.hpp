// What happens while a kernel runs, and how to listen to it.
//
// A block publishes these events; Accesses (block/accesses.hpp) tells them to the listeners. What counts, checks or
// records is a listener: a class in listeners/ that is derived from Listener and has one function
//
//   void on(const event::Request& request);
//
// for each event that it wants. To add one, write the class and put its name into the list in listeners/listeners.hpp.
// Each block has its own listeners, and tells them from one OS thread. Observer collects what they found when the
// launch ends.
//
// The ground rules of the hot path:
//
//   event::Access is told at every load and store of every thread, every ten nanoseconds or so. Each nanosecond that a
//     listener takes there shows in emulator_speed. What nearly all accesses need is [[gnu::always_inline]]: it is
//     compiled into the callbacks, once for each width and each space, so that their branches fold away. The rest is
//     [[gnu::noinline]] and takes numbers, not the event, whose parts then stay in registers.
//   event::Request is told once for a warp: 32 times as rarely. A look into a hash table is affordable there, an
//     allocation is not. What one listener computes and another one needs is a member of the event.
//   All other events are rarer: once for a thread, a loop's iteration, a barrier, a block, a launch.
//   No virtual call, and at an access no allocation, and no lock that two blocks share.
//
// Bounds and alignment are checked first: an access that is not within one array stops its thread (block/bounds.cpp),
// which is an event::ThreadStops and no event::Access. Barriers and exchanges that diverge are found where threads wait
// for each other (block/barriers.cpp, block/exchanges.cpp).
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "ladder/emulator/cuda/atomic_functions.hpp"
#include "ladder/emulator/hazards/hazards.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/memory/shared_memory.hpp"
#include "ladder/emulator/order/block_order.hpp"
#include "ladder/emulator/requests/async_copies.hpp"
#include "ladder/emulator/requests/site_counters.hpp"
#include "ladder/emulator/requests/warp.hpp"

namespace ladder::emulator {

class TraceRecorder;
class ValueRecorder;

// Where a launch leaves what is recorded of it.
struct Recorders {
  // Null where nobody wants it. With either of them, the blocks run on one OS thread, in their order.
  TraceRecorder* requests = nullptr;  // of block 0
  ValueRecorder* values = nullptr;    // of all blocks
  // Whether anything is seen of what threads load and store, or the launch just runs.
  bool observes = true;
  // It runs code that tells of none of it, volatile or not.
  bool is_plain = false;
  // Of its CPU time, for which a block is observed; then it runs on as if nobody had.
  double most_seconds = std::numeric_limits<double>::infinity();
};

// What an atomic does with the old value: a compare-and-swap compares it, a maximum or minimum tests it and may
// keep it, and an exchange overwrites it.
enum class Swap { none, compares, tests, overwrites };
// Whether the atomic checks the old value: then it does no harm that an earlier load of its thread saw a stale one.
constexpr bool revalidates(Swap swap) { return swap == Swap::compares || swap == Swap::tests; }

// The thread that now runs, when, and how it makes its next access.
struct Running {
  std::uint64_t block;
  unsigned thread;
  std::uint32_t barriers;   // that its block has passed
  std::uint32_t warp_time;  // how often it has synchronized with lanes of its warp since
  Stamp stamp;              // the last two
  bool is_volatile = false;
  Swap swap = Swap::none;  // of an atomic, until it is done
};

namespace event {

// Before the first block of the launch that this OS thread runs.
struct LaunchBegins {
  const KernelCall& kernel;
  Recorders recorders;
};
// The last block has ended, or the launch broke off in the middle of a block.
struct LaunchEnds {};

// A block of the grid, none of whose threads has begun.
struct BlockBegins {
  std::uint64_t block;  // its linear index
};
// All its threads have ended, and its last Barrier was told.
struct BlockEnds {};

// A thread begins, or goes on where it was. It does all that is told until its ThreadPauses. See Context::running.
struct ThreadGoesOn {};
// The running thread has let others go first, waits, or has ended. is_runnable: it waits for nothing.
struct ThreadPauses {
  bool is_runnable;
};
// The running thread is stopped before an access that it cannot make. What it would have written will be missing.
struct ThreadStops {
  Site site;
};
// The running thread enters a loop's first basic block again.
struct ThreadIterates {
  Site begin, end;      // of the loop, as far as the thread has come
  bool passes_barrier;  // of the block, in that loop
};
// The running thread calls __threadfence() or __threadfence_block().
struct Fence {
  Scope scope;
};

// The running thread is about to load, store or update. The access is aligned, and lies within one array or buffer.
// buffer is null for shared memory. What the thread stores is not in memory yet.
struct Access {
  const LaneAccess& access;
  const Buffer* buffer;
};
// What a volatile access or an atomic is made to. buffer is null for shared memory.
struct AccessedPlace {
  std::uintptr_t address;
  const Buffer* buffer;
};
// A volatile access is told as VolatileBegins, Access, VolatileEnds; an atomic load as VolatileBegins, Access,
// AtomicLoaded.
struct VolatileBegins : AccessedPlace {
  Scope scope = Scope::device;
};
struct VolatileEnds : AccessedPlace {
  emulator::Access operation;
};
struct AtomicLoaded : AccessedPlace {
  bool acquires;
};
// An atomic, or an atomic store, is told as AtomicBegins, Access, AtomicUpdates, AtomicUpdated; memory changes between
// the last two. buffer is null for shared memory. is_alone: no other core makes an atomic now.
struct AtomicBegins {
  AtomicOrder order;
  std::uintptr_t address;
  int bytes;
  const Buffer* buffer;
  Site load;  // if it revalidates: the thread's own load of this address, with no store since; 0: there is none
};
struct AtomicUpdates : AccessedPlace {
  bool is_alone;
};
struct AtomicUpdated : AccessedPlace {};

// An asynchronous copy of the running thread is told as the Access of its load, CopyStarts, CopyStarted, and when the
// thread has waited for it, CopyArrives. Between the first two of these its value is written to its place, and a
// pattern behind the second; its value again behind the last one.
struct CopyStarts {
  const AsyncCopy& copy;
};
struct CopyStarted {
  const AsyncCopy& copy;
};
struct CopyArrives {
  const AsyncCopy& copy;
  std::uintptr_t changed;  // since the start: an address of its source; 0: none
};

// The requests of a warp follow, until RequestsEnd: all that its lanes did since they last waited together.
struct RequestsBegin {
  unsigned warp;
  bool continues_previous;  // the requests told before
};
struct RequestsEnd {
  unsigned warp;
  bool continued_by_next;
};
// The sectors of a request that nothing had touched before in this run.
struct NewSectors {
  std::uint64_t sectors = 0, lines = 0;  // lines: the cache lines that hold these sectors
  const Buffer* buffer = nullptr;        // the buffer of the request's last lane; null where it is not known
};
// What is told of a request, whether it was made or not.
struct WarpRequest {
  const emulator::Request& request;
  unsigned warp;
  std::uint32_t barriers;  // that the block has passed
};
// One instruction of the warp, by all lanes that execute it together. An atomic is told as the hardware executes it.
struct Request : WarpRequest {
  bool is_volatile;        // or of an asynchronous copy: its values are in no register
  bool is_asynchronous;    // of such a copy
  NewSectors new_sectors;  // of global memory
  SiteCounters& counters;  // of its instruction; listeners behind RequestCounters find the request counted
  int cost = 0;            // sectors of global memory, or wavefronts of shared memory; an atomic has 0 here
  int wavefronts = 0;      // wavefronts in the L1 cache, for either memory; an atomic has 0 here
};
// A request that was not made, as all its lanes were stopped before it.
struct StoppedRequest : WarpRequest {};
// Lanes of the warp begin another iteration of a loop that is not wholly unrolled.
struct LoopIterates {
  const emulator::Request& step;  // see next_iteration() in requests/warp_trace.hpp
  unsigned warp;
  bool by_one;  // its counter advances by one
};
// Lanes of the warp call __activemask().
struct ActiveMask {};

// Lanes of a warp have come to a shuffle, a vote or a __syncwarp(), and are about to go on.
struct LaneValue {
  Site site = 0;
  std::uint64_t value = 0;
  int source = 0;  // the lane whose value it gets, if that lane has come; less than 0: it gets a result of all values
};
struct Exchange {
  unsigned first;  // the warp's first thread
  LaneMask lanes;
  bool orders_memory;  // a __syncwarp()
  const std::array<LaneValue, warp_lanes>& offers;
};
// All threads of the block wait at its barrier, or have ended; the end of a block is one as well.
struct Barrier {
  const std::function<std::uint32_t()>& waiting_warps;  // bit w: a lane of warp w waits
};
// All blocks of a cooperative launch have met.
struct GridBarrier {
  std::uint32_t passed;  // how often they have met by now
};

}  // namespace event

// What listeners may look at, and where they report. All of it outlives them.
struct Context {
  HazardLog& hazards;
  Sites& sites;  // the counters of the launch
  const WarpClock& clock;
  const SharedMemory& shared;
  const Running& running;
  BlockOrder& order;
  const AsyncCopies& copies;

  SyncVariable sync_variable(std::uintptr_t address, const Buffer* buffer) const {
    return buffer == nullptr ? SyncVariable{address, running.block} : SyncVariable{address};
  }
  Actor actor(Site site, Access operation) const { return {running.block, running.thread, site, operation}; }
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
  // Reports a conflict of two threads on `part`, where their accesses overlap.
  void report(HazardKind kind, const Actor& actor, const Actor& other, const LaneAccess& part,
              const std::string& detail = "", const InLoop& loop = {}) const {
    if (hazards.count(kind, actor, other)) {
      hazards.keep({kind, actor, other, name_of(part), detail, {}, place_of(part), {}, loop});
    }
    if (loop.both_write) hazards.note_that_both_write(kind, actor, other);
  }
};

class Listener {
 public:
  explicit Listener(const Context& context) : context_(context) {}

 protected:
  Context context_;
};

// Tells each event to the listeners that have an on() for it, in the order of the list.
template <std::derived_from<Listener>... All>
class EventListeners : All... {
 public:
  explicit EventListeners(const Context& context) : All(context)... {}

  [[gnu::always_inline]] void tell(const auto& event) { (tell_one<All>(event), ...); }
  template <typename One>
  const One& get() const {
    return *this;
  }

 private:
  template <typename One, typename Event>
  [[gnu::always_inline]] void tell_one(const Event& event) {
    One& listener = *this;
    if constexpr (requires { listener.on(event); }) listener.on(event);
  }
};

}  // namespace ladder::emulator
