// Runs a block of a grid, and then another, on one OS thread: which of its threads runs when.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/emulator/block/accesses.hpp"
#include "ladder/emulator/block/barriers.hpp"
#include "ladder/emulator/block/exchanges.hpp"
#include "ladder/emulator/block/interruptions.hpp"
#include "ladder/emulator/block/waiting.hpp"
#include "ladder/emulator/cuda/special_registers.hpp"
#include "ladder/platform/signals.hpp"

namespace ladder::emulator {

// A thread of the launch has printed something, or read a clock.
inline std::atomic<bool> does_more_than_store = false;
inline std::atomic<bool> has_printed = false;  // the former of these

// What is told of loads and stores of host code; null: nothing. (Where pages cannot be closed to the host.)
inline void (*on_host_access)(const void* address, Access operation, std::uintptr_t site) = nullptr;

class Block {
 public:
  // Once per launch, on the OS thread that then runs the blocks. grid_barrier: null where the launch is not
  // cooperative.
  void begin_launch(dim3 grid, dim3 block, const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                    const Recorders& recorders, GridBarrier* grid_barrier);
  // When all have ended, or none goes on.
  void end_launch() { accesses_.tell(event::LaunchEnds{}); }
  // by_turns: threads let those of other blocks go first at fences and at some atomics, and not only where they wait.
  void begin_block(std::uint64_t linear_index, bool by_turns);
  // Until the block has ended: true; or until threads let those of other blocks go first, or wait for them. Throws
  // std::runtime_error where the block takes more time than time_limit() gives it, or a thread has a Fault.
  bool run();
  // Whether anybody sees what its threads load and store, or has seen it for a time.
  bool is_observed() const { return recorders_.observes; }
  // How many blocks of the launch that ran here have been observed for a time only.
  std::uint64_t cut() const { return cut_; }
  // Whether that did anything else than to find, once more, what it found before.
  bool has_progressed() const { return has_progressed_; }
  // To be called before and after others of the same OS thread run.
  void leave() { shared_values_ = accesses_.shared().values(); }
  void come_back() { accesses_.shared().set_values(shared_values_); }
  // "kernel.cuh:33: thread (0, 0) of block (3, 0)": who lets others go first, and where.
  std::string who_waits() const;

  const HazardLog& hazards() const { return hazards_; }
  Accesses& accesses() { return accesses_; }
  const Accesses& accesses() const { return accesses_; }
  // Of the launch, of all blocks that ran here.
  const EventCounts& events() const { return events_; }

  // The block that this OS thread is running a thread of, or null.
  static Block* current() { return running_; }
  // The same; null also where nobody wants to see what it loads and stores.
  static Block* observed() { return observed_; }
  // Where host code may run next on this OS thread.
  static void forget_running() { running_ = observed_ = nullptr; }

  // What the running thread does (see Accesses, Barriers and Exchanges), and is.
  [[gnu::always_inline]] void access(std::uintptr_t address, int bytes, Access operation, Site site) {
    if (accesses_.follow(address, bytes, operation, site) || fibers().on_its_stack(address)) return;
    accesses_.access(address, bytes, operation, site);
  }
  void enter_basic_block(Site site) {
    if (WatchedThread::is_tick_due()) interruptions_.tick_in_loop(site);
    if (fibers().is_nearly_full(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)))) {
      interruptions_.note(Fault::stack_overflow, site - 1, {});
      interruptions_.leave_after_fault(site);
    }
    accesses_.enter_basic_block(site);
  }
  // in_shared: what it is there. operands: a number for them.
  auto atomic(std::uintptr_t address, int bytes, SharedAtomic in_shared, AtomicOrder order, Site site,
              std::uint64_t operands, Swap swap, const auto& update) {
    begin_atomic(address, site);
    if (in_shared != SharedAtomic::native) accesses_.note_atomic(site, in_shared);
    const auto old = accesses_.atomic(address, bytes, order, swap, site, update);
    found({site, address, as_bits(old), operands});
    return old;
  }
  auto load_in_one_piece(std::uintptr_t address, int bytes, AtomicOrder order, Site site, const auto& load) {
    begin_atomic(address, site);
    const auto value = accesses_.atomic_load(address, bytes, order, site, load);
    found({site, address, as_bits(value)});
    return value;
  }
  void store_in_one_piece(std::uintptr_t address, int bytes, Scope scope, Site site, const auto& store) {
    begin_atomic(address, site);
    accesses_.atomic_store(address, bytes, scope, site, store);
  }
  // Of the bits of what the kernel has as floats, in an order that those do not have: by an integer's minimum or
  // maximum.
  template <typename Float>
  void note_order_of_bits(std::uintptr_t address, Float old, Float value, Site site);
  bool is_shared(std::uintptr_t address) const { return accesses_.shared().contains(address); }
  std::uintptr_t shared_begin() const { return accesses_.shared().begin(); }
  void access_volatile(std::uintptr_t address, int bytes, Access operation, Site site);
  // It counts once for its warp.
  void fence(Site site, Scope scope) {
    accesses_.notice();
    unsigned& most = most_fences_[warp_of(threads_.running())];
    if (++threads_[threads_.running()].fences > most) {
      ++most;
      ++events_[{Event::fence, site}];
    }
    accesses_.fence(scope);
    if (scope == Scope::device) take_turn(site);
  }
  // bytes: 4, 8 or 16, the first `loaded` of them from memory. In a block that nobody observes it arrives at once.
  void start_async_copy(std::uintptr_t to, std::uintptr_t from, int bytes, int loaded, Site site);
  void copy(std::uintptr_t address, std::size_t bytes, Access operation, Site site) {  // of a struct
    if (!fibers().on_its_stack(address)) accesses_.copy(address, bytes, operation, site);
  }
  // How many of the threads that pass it vote for it.
  unsigned barrier(bool vote, Site site) {
    Thread& thread = threads_[threads_.running()];
    thread.vote = vote;
    threads_.wait(State::at_barrier, site);
    return thread.votes;
  }
  // function: by its name in CUDA.
  std::uint64_t read_clock(const char* function, Site site);
  void let_time_pass(std::uint64_t ticks) { device_clock_.pass(ticks); }
  bool is_cooperative() const { return grid_barrier_ != nullptr; }
  void grid_barrier(Site site) { threads_.wait(State::at_grid_barrier, site); }
  std::uint64_t exchange(const Exchange& exchange, Site site) { return exchanges_.take_part(exchange, site); }
  // The lanes that are there together.
  LaneMask meet(Site site) {
    accesses_.meet(site);
    threads_.wait(State::at_active_mask, site);
    return threads_[threads_.running()].met;
  }
  void note_index(Register name, int axis) {
    if (name == Register::thread || name == Register::block) indexes_[static_cast<int>(name) * 3 + axis] = true;
  }
  // So many of threadIdx.x to blockIdx.z threads of the launch have asked for.
  unsigned indexes() const { return static_cast<unsigned>(indexes_.count()); }
  unsigned lane() const { return lane_of(threads_.running()); }

  void end_thread(Site site) { threads_.wait(State::ended, site); }
  // The running thread cannot go on, for a reason in words: "divides an integer by 0". It never returns.
  void fail(std::string words, Site site, Fault fault = Fault::told) {
    interruptions_.fail(std::move(words), site, fault);
  }

  int ticks_of_launch() const { return interruptions_.ticks_of_launch(); }
  Interruptions& interruptions() { return interruptions_; }
  const Fibers& fibers() const { return threads_.fibers(); }

 private:
  // What a warp leaves behind while threads of it let others go first.
  struct PausedWarp {
    WarpTrace trace;
    WarpClock clock;
  };

  void begin_atomic(std::uintptr_t address, Site site) {
    if (fibers().on_its_stack(address))  // nvcc makes a trap of it
      fail("makes an atomic on a variable of its own, which no GPU does: is its __shared__ missing?", site);
    if (!accesses_.shared().contains(address)) take_turn(site);
  }
  bool waits_for_grid();
  bool run_to_barriers();
  unsigned run_row();
  void run_warp(unsigned first, bool has_run);
  void begin_warp(unsigned first);
  void stop_observing();
  bool is_done(unsigned first) const;
  LaneMask tell_requests(unsigned first, LaneMask full, LaneMask paused);
  void make_ready(unsigned first, LaneMask lanes);
  void let_others_go(Site site);
  void take_turn(Site site);
  void found(const PolledValue& polled);
  static void run_threads(void* block);  // the body of a fiber
  bool goes_on_with_next();
  static bool begins_next(void* block);
  void begin_turn(unsigned thread);
  void end_turn();
  void stop_at_refused_access();
  bool run_ready_lanes(unsigned first);
  RegisterValue& value_of(Register name) { return registers_[static_cast<int>(name)]; }

  static constinit thread_local Block* running_;
  static constinit thread_local Block* observed_;

  Recorders recorders_{};
  std::uint64_t cut_ = 0;
  bool may_take_row_ = false;  // it runs plain code, of which threads mostly do not wait for others
  const KernelCall* kernel_ = nullptr;
  HazardLog hazards_;
  WarpClock warp_clock_;
  Clock device_clock_;
  Threads threads_;
  Accesses accesses_{threads_, warp_clock_, hazards_};
  EventCounts events_;
  Exchanges exchanges_{threads_, warp_clock_, accesses_, hazards_, events_};
  Barriers barriers_{threads_, hazards_, events_};
  Interruptions interruptions_{threads_};
  Polls polls_;
  std::map<unsigned, PausedWarp> paused_;  // by their first thread
  std::vector<std::byte> shared_values_;
  bool is_paused_ = false;       // a lane of the running warp lets others go first
  bool has_progressed_ = false;  // since run()
  bool by_turns_ = false;
  unsigned turns_ = 0;
  std::array<unsigned, most_threads / warp_lanes> most_fences_{};  // that a lane of the warp has made
  GridBarrier* grid_barrier_ = nullptr;
  std::optional<std::uint32_t> arrived_;  // at the grid's barrier, when all blocks had met so often
  RegisterValue registers_[4]{};          // of the thread that runs, by Register
  std::bitset<6> indexes_;                // that a thread has asked for, of the launch
};

}  // namespace ladder::emulator
