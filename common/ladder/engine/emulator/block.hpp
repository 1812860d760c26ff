// Runs the blocks of a grid, one after the other, on one OS thread.
#pragma once

#include <csignal>

#include "ladder/engine/emulator/fibers.hpp"
#include "ladder/engine/emulator/global_memory.hpp"
#include "ladder/engine/emulator/hazards.hpp"
#include "ladder/engine/emulator/kernel_call.hpp"
#include "ladder/engine/emulator/shared_memory.hpp"
#include "ladder/engine/emulator/site_counters.hpp"
#include "ladder/engine/emulator/special_registers.hpp"
#include "ladder/engine/emulator/trace_recorder.hpp"
#include "ladder/engine/emulator/warp_trace.hpp"
#include "ladder/engine/emulator/watchdog.hpp"

namespace ladder::emulator {

// A lane's part in an instruction that a warp executes together.
struct Exchange {
  std::uint32_t mask = 0;
  bool orders_memory = false;  // __syncwarp does, shuffles do not
  std::uint64_t value = 0;
  int source = 0;                       // lane to take the value from, or all_votes
  static constexpr int all_votes = -1;  // bit l of the result: lane l of the mask offered something else than 0
};

// What a thread cannot go on after.
enum class Fault { stack_overflow, division };

class Block {
 public:
  Block() : shared_(hazards_, clock_), global_(hazards_) {}

  // Once per launch, on the OS thread that then runs the blocks. Where there is a recorder, block 0 leaves its requests
  // there.
  void begin_launch(dim3 grid, dim3 block, const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                    TraceRecorder* recorder);
  // Throws std::runtime_error where the block takes more time than a WatchdogTimer gives it, or a thread has a Fault.
  void run(std::uint64_t linear_index);

  const HazardLog& hazards() const { return hazards_; }
  const Sites& sites() const { return sites_; }
  const SharedMemory& shared_memory() const { return shared_; }

  // The block that this OS thread is running a thread of, or null.
  static Block* current() { return running_; }

  // For FaultHandler: whether the address is just below a thread's stack, or on one; where there is room instead; and
  // what the running thread then does, never to return.
  bool is_below_a_stack(std::uintptr_t address) const { return fibers_.is_below_a_stack(address); }
  bool is_on_a_stack(std::uintptr_t address) const { return fibers_.on_a_stack(address); }
  std::uintptr_t spare_stack_top() const { return fibers_.spare_stack_top(); }
  void note_fault(Fault fault, std::uintptr_t instruction) {
    fault_ = fault;
    interrupted_at_ = instruction;
  }
  void fault();

  // For WatchdogHandler: some of the block's time has passed; whether all has; whether an instruction is one of the
  // kernel itself, and not of the emulator; and what a thread then does that was stopped there, never to return.
  void tick() { ticks_ = ticks_ + 1; }
  bool is_out_of_time() const { return ticks_ > ticks_of_a_time_limit; }
  bool is_in_kernel(std::uintptr_t instruction) const {
    return instruction - reinterpret_cast<std::uintptr_t>(kernel_->kernel()) < kernel_bytes_;
  }
  void note_interruption(std::uintptr_t instruction) { interrupted_at_ = instruction; }
  void leave_endless_loop() { wait(State::stopped, interrupted_at_ + 1); }

  // What the running thread does. Sites are return addresses in the kernel.
  void access(std::uintptr_t address, int bytes, Operation operation, Site site);
  void enter_block(Site site) {  // a basic block of the kernel
    if (!trace_.follow(site)) record_block(site);
  }
  void barrier(std::uintptr_t site);
  // Waits for the other lanes of the mask; the source lane's value, or one's own where the source takes no part.
  std::uint64_t exchange(const Exchange& exchange, std::uintptr_t site);
  const dim3& special_register(Register name) const { return registers_[static_cast<int>(name)]; }
  unsigned lane() const { return thread_ % 32; }

 private:
  enum class State { ready, at_barrier, at_exchange, trace_full, ended, stopped, at_fault };
  struct Thread {
    dim3 index;
    State state = State::ready;
    std::uintptr_t site = 0;
    Exchange exchange;
  };

  static void thread_body(void* block);
  void run_warp(unsigned first);
  bool run_ready_lanes(unsigned first, unsigned lanes);
  void count_requests(unsigned first, unsigned lanes);
  bool release_exchanges(unsigned first, unsigned lanes);
  void check_shuffle(const Thread& thread, std::uint32_t mask);
  void hand_over(unsigned first, std::uint32_t mask);
  bool release_barrier();
  static bool same_line(const Thread& a, const Thread& b);
  void divergent_barrier(const Thread& waiting, const Thread& elsewhere);
  [[gnu::noinline]] void record_block(Site site);
  [[gnu::noinline]] void find_and_access(std::uintptr_t address, int bytes, Operation operation, Site site);
  [[gnu::noinline]] void record_access(std::uintptr_t address, int bytes, Operation operation, Site site,
                                       const Buffer* buffer);
  void check_access(std::uintptr_t address, int bytes, Operation operation, Site site, const Buffer* buffer);
  [[gnu::cold]] void stop_out_of_bounds(std::uintptr_t address, int bytes, const Actor& actor, bool aligned);
  void check_time() const;
  void check_faults(unsigned first, unsigned lanes);
  std::string seen_last(unsigned thread) const;
  void wait(State state, std::uintptr_t site);
  Actor actor_of(const Thread& thread) const;

  static constinit thread_local Block* running_;

  HazardLog hazards_;
  WarpClock clock_;
  SharedMemory shared_;
  GlobalAccess global_;
  WarpTrace trace_;
  Fibers fibers_;
  Sites sites_;
  TraceRecorder* recorder_ = nullptr;

  dim3 grid_;
  dim3 registers_[4];  // by Register
  const KernelCall* kernel_ = nullptr;
  std::size_t kernel_bytes_ = 0;
  std::vector<Thread> threads_;
  std::uint64_t block_ = 0;
  unsigned thread_ = 0;
  std::uint32_t barriers_passed_ = 0;
  Fault fault_ = Fault::stack_overflow;  // where a thread is at_fault
  std::uintptr_t interrupted_at_ = 0;    // the instruction at which a signal stopped a thread
  volatile std::sig_atomic_t ticks_ = 0;
};

// Called for every load and store, so what nearly all of them need is compiled into the callbacks, for each width.
[[gnu::always_inline]] inline void Block::access(std::uintptr_t address, int bytes, Operation operation, Site site) {
  if (fibers_.on_a_stack(address)) return;  // a local variable
  const bool aligned = (address & static_cast<std::uintptr_t>(bytes - 1)) == 0;
  const bool shared = shared_.contains(address);
  const Buffer* buffer = shared ? nullptr : global_.recent(address, bytes);
  const bool found = shared ? shared_.recent(address, bytes) : buffer != nullptr;
  if (!aligned || !found) return find_and_access(address, bytes, operation, site);
  if (!trace_.follow(site, shared ? Space::shared : Space::global, address)) {
    return record_access(address, bytes, operation, site, buffer);
  }
  check_access(address, bytes, operation, site, buffer);
}

// buffer: null for shared memory.
[[gnu::always_inline]] inline void Block::check_access(std::uintptr_t address, int bytes, Operation operation,
                                                       Site site, const Buffer* buffer) {
  if (buffer != nullptr) {
    global_.access(*buffer, address, bytes, operation, site);
  } else {
    shared_.access(address, bytes, operation, site);
  }
}

}  // namespace ladder::emulator
