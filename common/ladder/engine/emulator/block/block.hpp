// Runs the blocks of a grid, one after the other, on one OS thread: who runs when.
#pragma once

#include <string>
#include <utility>

#include "ladder/engine/emulator/block/accesses.hpp"
#include "ladder/engine/emulator/block/barriers.hpp"
#include "ladder/engine/emulator/block/exchanges.hpp"
#include "ladder/engine/emulator/block/interruptions.hpp"
#include "ladder/engine/emulator/language/special_registers.hpp"

namespace ladder::emulator {

class Block {
 public:
  // Once per launch, on the OS thread that then runs the blocks. Where there is a recorder, block 0 leaves its requests
  // there.
  void begin_launch(dim3 grid, dim3 block, const KernelCall& kernel, const std::vector<SharedArray>& arrays,
                    TraceRecorder* recorder);
  // Throws std::runtime_error where the block takes more time than a WatchdogTimer gives it, or a thread has a Fault.
  void run(std::uint64_t linear_index);

  const HazardLog& hazards() const { return hazards_; }
  const Accesses& accesses() const { return accesses_; }
  std::uint64_t barriers() const { return barriers_.passed_in_all(); }

  // The block that this OS thread is running a thread of, or null.
  static Block* current() { return running_; }

  // What the running thread does (see Accesses, Barriers and Exchanges), and is.
  [[gnu::always_inline]] void access(std::uintptr_t address, int bytes, Access operation, Site site) {
    if (fibers().on_its_stack(address)) return;  // a local variable
    accesses_.access(address, bytes, operation, site);
  }
  void access_volatile(std::uintptr_t address, int bytes, Access operation, Site site) {
    if (!fibers().on_its_stack(address)) accesses_.access_volatile(address, bytes, operation, site);
  }
  template <typename Update>
  auto atomic(std::uintptr_t address, int bytes, Site site, const Update& update) {
    return fibers().on_its_stack(address) ? update() : accesses_.atomic(address, bytes, site, update);
  }
  void fence() { accesses_.fence(); }
  void enter_block(Site site) { accesses_.enter_block(site); }  // a basic block of the kernel
  void barrier(Site site) { threads_.wait(State::at_barrier, site); }
  std::uint64_t exchange(const Exchange& exchange, Site site) { return exchanges_.take_part(exchange, site); }
  const dim3& special_register(Register name) const { return registers_[static_cast<int>(name)]; }
  unsigned lane() const { return lane_of(threads_.running()); }

  // The running thread cannot go on, for a reason in words: "divides an integer by 0". It never returns.
  void fail(std::string words, Site site) { interruptions_.fail(std::move(words), site); }

  // See Interruptions.
  int ticks_of_launch() const { return interruptions_.ticks_of_launch(); }

  // For WatchdogHandler and FaultHandler.
  Interruptions& interruptions() { return interruptions_; }
  const Fibers& fibers() const { return threads_.fibers(); }
  void leave_after_fault() { interruptions_.leave_after_fault(accesses_.last_site()); }

 private:
  void run_warp(unsigned first);
  bool run_ready_lanes(unsigned first);
  dim3& value_of(Register name) { return registers_[static_cast<int>(name)]; }

  static constinit thread_local Block* running_;

  HazardLog hazards_;
  WarpClock clock_;
  Threads threads_;
  Accesses accesses_{threads_, clock_, hazards_};
  Exchanges exchanges_{threads_, clock_, hazards_};
  Barriers barriers_{threads_, hazards_};
  Interruptions interruptions_{threads_};
  dim3 registers_[4];  // by Register
};

}  // namespace ladder::emulator
