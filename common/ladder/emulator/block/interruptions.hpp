// What takes a thread of a kernel out of its course: it runs for too long, or cannot complete an instruction; and how a
// launch then does not come to its end.
#pragma once

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "ladder/emulator/block/threads.hpp"
#include "ladder/emulator/block/watchdog.hpp"

namespace ladder::emulator {

enum class LaunchEnd { failure, assertion, time_limit };

// The kernel broke off, where a thread was last seen, or where the launch spends its time.
struct BrokenLaunch : std::runtime_error {
  BrokenLaunch(LaunchEnd end, Site site, const std::string& words) : std::runtime_error(words), end(end), site(site) {}
  LaunchEnd end;
  Site site;
};

// The blocks of a cooperative launch do not fit on the GPU at once.
struct TooManyBlocks : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// What a thread cannot go on after.
enum class Fault { stack_overflow, division, bad_address, assertion, told };

// Signal handlers (see watchdog.hpp) leave a note here, on the OS thread that they interrupted.
class Interruptions {
 public:
  explicit Interruptions(Threads& threads) : threads_(threads) {}

  void begin_launch(const KernelCall& kernel);
  void begin_block() {
    ticks_ = 0;
    fault_ = {};
  }

  // Some of the block's time has passed; whether all has.
  void tick() {
    ticks_ = ticks_ + 1;
    ticks_of_launch_ = ticks_of_launch_ + 1;
  }
  // That the block has spent since it began, or since it went on after a wait for others.
  int ticks() const { return ticks_; }
  // That this OS thread has spent on the launch.
  int ticks_of_launch() const { return ticks_of_launch_; }
  bool is_out_of_time() const { return ticks_ > ticks_of_limit_ || stops_all_blocks; }
  // Whether an instruction is one of the kernel itself, and not of the emulator.
  bool is_in_kernel(std::uintptr_t instruction) const { return instruction - kernel_ < kernel_bytes_; }

  void note(std::uintptr_t instruction) { interrupted_at_ = instruction; }
  // What the memory refused, of a bad_address.
  struct Refused {
    std::uintptr_t address = 0;
    bool is_store = false;
  };
  void note(Fault fault, std::uintptr_t instruction, Refused refused) {
    fault_ = fault;
    interrupted_at_ = instruction;
    refused_ = refused;
  }

  // What the running thread then does, never to return. site: where it was seen last.
  void leave_endless_loop() { threads_.wait(State::stopped, interrupted_at_ + 1); }
  // Where a loop spends its time in what the emulator does for its accesses, no tick may ever meet the kernel's own
  // code.
  void leave_if_out_of_time(Site site) {
    if (!is_out_of_time()) return;
    note(site - 1);
    leave_endless_loop();
  }
  // site: where the loop goes round.
  void tick_in_loop(Site site) {
    tick();
    leave_if_out_of_time(site);
  }
  void leave_after_fault(Site site) { threads_.wait(State::at_fault, site); }

  // The same for a thread that says itself why; of several threads the first is heard.
  void fail(std::string words, Site site, Fault fault) {
    if (!fault_) words_ = std::move(words);
    if (!fault_) fault_ = fault;
    threads_.wait(State::at_fault, site);
  }

  // What the memory refused to the thread that ran just now, in a line of the kernel, where nothing else is the matter;
  // its Fault is then forgotten.
  std::optional<LaneAccess> take_refused_access();

  // Both throw BrokenLaunch. For the thread that ran just now: where the block's time is over and it has not
  // ended. For a warp: where one of its threads had a Fault.
  void check_time() const {
    if (is_out_of_time()) give_up();
  }
  void check_faults(unsigned first) const;

 private:
  void give_up() const;
  std::string in_words(Fault fault) const;

  Threads& threads_;
  int ticks_of_limit_ = 0;
  std::uintptr_t kernel_ = 0;
  std::size_t kernel_bytes_ = 0;
  std::optional<Fault> fault_;         // of a thread of the block
  std::string words_;                  // of a Fault that the thread told
  std::uintptr_t interrupted_at_ = 0;  // the instruction at which a signal stopped a thread
  Refused refused_;
  volatile std::sig_atomic_t ticks_ = 0, ticks_of_launch_ = 0;
};

}  // namespace ladder::emulator
