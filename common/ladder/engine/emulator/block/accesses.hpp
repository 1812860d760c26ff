// What is watched: every access of the running block is found in its buffer or shared array, put into requests, and
// shown to the checks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/block/copies.hpp"
#include "ladder/engine/emulator/block/recorders.hpp"
#include "ladder/engine/emulator/block/threads.hpp"
#include "ladder/engine/emulator/checks/checks.hpp"
#include "ladder/engine/emulator/executable/kernel_facts.hpp"
#include "ladder/engine/emulator/requests/arms.hpp"
#include "ladder/engine/emulator/requests/atomic_turns.hpp"
#include "ladder/engine/emulator/requests/merging.hpp"
#include "ladder/engine/emulator/requests/remote_sectors.hpp"
#include "ladder/engine/emulator/requests/reused_loads.hpp"
#include "ladder/engine/emulator/requests/rounds.hpp"
#include "ladder/engine/emulator/requests/rounds_since_barrier.hpp"
#include "ladder/engine/emulator/requests/site_counters.hpp"
#include "ladder/engine/emulator/requests/skipped_steps.hpp"

namespace ladder::emulator {

class Accesses {
 public:
  Accesses(Threads& threads, const WarpClock& clock, HazardLog& hazards)
      : threads_(threads),
        clock_(clock),
        hazards_(hazards),
        order_(clock),
        checks_({hazards, clock, shared_, order_, rounds_of_threads_}) {}

  void begin_launch(const KernelCall& kernel, const std::vector<SharedArray>& arrays, const Recorders& recorders);
  void end_launch() { checks_.end_launch(); }
  void begin_block() {
    order_.begin_block(threads_.block());
    checks_.begin_block();
    rounds_.begin_block();
    rounds_of_threads_.begin_block();
    reused_.begin_block();
    skipped_.begin_block();
    unfinished_warp_ = no_warp;
    is_idle_ = true;
  }
  void end_block() {
    rounds_.end_block();
    idle_blocks_ += is_idle_ ? 1 : 0;
  }
  void barrier() {
    order_.barrier();
    checks_.barrier();
    rounds_.barrier();
    reused_.barrier();
    skipped_.barrier([this] { return threads_.waiting_warps(); }, sites_);
  }
  // All blocks of the launch have met, so often by now.
  void grid_barrier(std::uint32_t passed) { checks_.grid_barrier(passed); }

  // What comes between the two is done by this thread of the block, which has passed so many barriers.
  void begin_thread(unsigned thread, std::uint32_t barriers) {
    trace_.begin(lane_of(thread));
    newest_block_ = 0;
    loops_ = &threads_[thread].loops;
    running_ = {threads_.block(), thread, barriers, clock_.now(lane_of(thread))};
    checks_.begin_thread(running_);
  }
  void end_thread(bool is_paused) {
    trace_.end();
    loops_ = nullptr;
    checks_.end_thread(is_paused);
    if (recorders_.values != nullptr) recorders_.values->settle();
  }
  // To be called when each lane of the warp that begins with thread `first` has run as far as it can. Those in
  // `unfinished` have no room left for their accesses, or are at a meeting, to which `others` may come. Returns the
  // lanes that have met.
  LaneMask count_requests(unsigned first, LaneMask unfinished, bool others, std::uint32_t barriers);

  // What the running thread does, if it is what the first lane of its warp did here: false where it is not, and nothing
  // is noted. Sites are return addresses in the kernel.
  bool follow(std::uintptr_t address, int bytes, Access operation, Site site);
  static bool follow(Site block) {
    if (block <= newest_block_ || !WarpTrace::follow(block)) return false;
    newest_block_ = block;
    return true;
  }
  // And whatever it is: an access that is not to its stack, a copy of a struct from or to such memory, or a basic block
  // that it enters.
  void access(std::uintptr_t address, int bytes, Access operation, Site site);
  void copy(std::uintptr_t address, std::size_t bytes, Access operation, Site site);
  // Or an index beyond an array type, "float [7]": of its own, as others are judged by the address.
  void pass_bound(const std::string& array, std::int64_t index, Site site);
  // The memory itself has stopped the running thread, in a block that is not observed.
  void note_refused(const LaneAccess& access);
  // An access of a type that is aligned to so many bytes, and the address is not.
  void misaligned(std::uintptr_t address, int bytes, Access operation, Site site);
  void access_volatile(std::uintptr_t address, int bytes, Access operation, Site site);
  // The same for an atomic, which update() makes.
  template <typename Update>
  auto atomic(std::uintptr_t address, int bytes, Scope scope, Swap swap, Site site, const Update& update);
  void fence();
  void enter_block(Site site) {
    if (site <= newest_block_) return jump_back(site);
    go_on_with(site);
  }
  void meet(Site site) { record_step(meeting(site)); }
  // Of the running thread; null where none runs.
  static LoopRounds* loops() { return loops_; }

  // Of the atomic at the site: what it is in shared memory, where that is no instruction of its own.
  void note_atomic(Site site, SharedAtomic atomic) { atomics_.insert_or_assign(site, atomic); }

  // The steps that a warp has made which others now go on before, and back again.
  WarpTrace take_trace() { return std::exchange(trace_, {}); }
  void put_back(WarpTrace trace) { trace_ = std::move(trace); }
  // Of what the running thread has done since begin_thread().
  std::uint64_t fingerprint() const { return trace_.fingerprint(); }

  // Where the running thread was seen last.
  Site last_site() const { return trace_.last_site(); }

  const Sites& sites() const { return sites_; }
  // Sectors of global memory that the blocks here were the first of the run to load, and to store; and the lines that
  // those lie in that were loaded, for each request.
  std::uint64_t loaded_sectors() const { return loaded_sectors_; }
  std::uint64_t stored_sectors() const { return stored_sectors_; }
  std::uint64_t loaded_lines() const { return loaded_lines_; }
  const AtomicTurns& atomic_turns() const { return atomic_turns_; }
  const RemoteSectors& remote() const { return remote_; }
  // Blocks that have loaded and stored nothing.
  std::uint64_t idle_blocks() const { return idle_blocks_; }
  // Whether threads have read a volatile place, as they do who wait for others.
  bool has_volatile_loads() const { return has_volatile_loads_; }
  // The warp has exchanged values, or met to order its memory.
  void exchange(unsigned warp, bool orders_memory) {
    skipped_.add_other();
    if (!orders_memory) return;
    rounds_.sync_warp(warp);
    reused_.expect_others(warp);
  }
  const Rounds& rounds() const { return rounds_; }
  const SharedMemory& shared() const { return shared_; }

 private:
  void go_on_with(Site block) {
    newest_block_ = block;
    if (!trace_.follow(block)) record_block(block);
  }
  // Then the next access is recorded without others coming between.
  void make_room(Site site) {
    while (trace_.is_full()) threads_.wait(State::trace_full, site);
  }
  [[gnu::noinline]] void record_block(Site site);
  [[gnu::noinline]] void jump_back(Site site);
  LoopPragma pragma_of(Site loop) { return loop == newest_loop_.first ? newest_loop_.second : look_for_pragma(loop); }
  [[gnu::noinline]] LoopPragma look_for_pragma(Site loop);
  void record_step(const LaneAccess& step);
  // Of a request: how many of its sectors nobody had touched before, how many lines these lie in, and the array.
  struct NewSectors {
    std::uint64_t sectors = 0, lines = 0;
    const Buffer* buffer = nullptr;
  };
  NewSectors touch_sectors(const Request& request);
  void find_and_access(std::uintptr_t address, int bytes, Access operation, Site site);
  void record_or_follow(const LaneAccess& access, const Buffer* buffer);
  void record_access(const LaneAccess& access, const Buffer* buffer);
  void see_access(const LaneAccess& access, const Buffer* buffer);
  Reach reach_of(const LaneAccess& access, const Buffer* buffer) const;
  Request as_executed(Request atomic) const;
  Merging& merging_of(const Request& request) { return merging_[static_cast<std::size_t>(request.space)]; }
  std::uintptr_t known_alignment(const Request& request);
  [[gnu::cold]] void stop(Site site);
  void note_stopped(HazardKind kind, const LaneAccess& access);
  // The thread ends here, before the access: nothing is harmed, and the other threads go on.
  [[gnu::cold]] void stop_before(HazardKind kind, const LaneAccess& access);
  Hazard out_of_bounds(HazardKind kind, std::uintptr_t address, int bytes, const Actor& actor) const;

  Threads& threads_;
  const WarpClock& clock_;
  HazardLog& hazards_;
  SharedMemory shared_;
  RecentBuffers buffers_;
  Copies copies_{shared_};
  WarpTrace trace_;
  Running running_{};
  BlockOrder order_;
  RoundsSinceBarrier rounds_of_threads_;
  Checks checks_;
  Sites sites_;
  Rounds rounds_;
  ReusedLoads reused_;
  SkippedSteps skipped_;
  std::array<Merging, 2> merging_;  // of each space
  Arms arms_;
  static constexpr unsigned no_warp = most_threads;
  unsigned unfinished_warp_ = no_warp;  // which has more to come from where its requests end
  bool points_to_aligned_structs_ = false;
  std::unordered_set<Site> volatile_sites_;
  AtomicTurns atomic_turns_;
  std::uint64_t loaded_sectors_ = 0, loaded_lines_ = 0, stored_sectors_ = 0, idle_blocks_ = 0;
  bool is_idle_ = true;  // the running block
  bool has_volatile_loads_ = false;
  RemoteSectors remote_;
  bool has_remote_ = false;  // some memory is another device's
  // Of the thread that this OS thread runs: the basic block that it is in, and what it has compared.
  static constinit thread_local Site newest_block_;
  static constinit thread_local LoopRounds* loops_;
  // Of loops, by where they go on. The newest is mostly the next.
  std::unordered_map<Site, LoopPragma> pragmas_;
  struct IndexedArray {
    bool is_local = false, is_row = false;  // see kernel_facts.hpp
  };
  std::map<std::pair<const void*, std::string>, IndexedArray> indexed_arrays_;  // by kernel and extents
  std::pair<Site, LoopPragma> newest_loop_{};
  std::unordered_set<Site> by_one_;  // loops that advance by one
  Site newest_by_one_ = 0;
  std::uint64_t grid_threads_ = 0;  // see LoopRounds
  const KernelCall* kernel_ = nullptr;
  Recorders recorders_{};
  std::unordered_map<Site, SharedAtomic> atomics_;  // those that are not native
};

template <typename Update>
auto Accesses::atomic(std::uintptr_t address, int bytes, Scope scope, Swap swap, Site site, const Update& update) {
  make_room(site);
  if (swap == Swap::compares) FirstLooks::note(trace_.load_before(address));
  checks_.begin_atomic(scope, swap);
  access(address, bytes, Access::atomic, site);
  const Buffer* const buffer = shared_.contains(address) ? nullptr : buffers_.find(address, bytes);
  const auto lock = ReleaseLogs::instance().no_other_atomic();
  if (buffer != nullptr && lock.owns_lock()) checks_.atomic_now(address, *buffer);
  checks_.end_atomic();
  const bool orders_blocks = buffer != nullptr && scope == Scope::device;
  if (orders_blocks) order_.before_atomic(running_.thread, address);
  const auto old = update();
  if (orders_blocks) order_.after_atomic(running_.thread, address);
  return old;
}

// Called for every load and store, so what nearly all of them need is compiled into the callbacks, for each width, and
// once for each space.
[[gnu::always_inline]] inline bool Accesses::follow(std::uintptr_t address, int bytes, Access operation, Site site) {
  const Reach* const reach = trace_.follow_in_reach(address, bytes, operation, site);
  if (reach == nullptr) return false;
  if (reach->buffer == nullptr) {
    checks_.access({site, address, bytes, Space::shared, operation}, nullptr);
  } else {
    checks_.access({site, address, bytes, Space::global, operation}, reach->buffer);
  }
  return true;
}

}  // namespace ladder::emulator
