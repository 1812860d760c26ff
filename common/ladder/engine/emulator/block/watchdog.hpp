// Stops a kernel that does not end.
//
// Each OS thread that runs blocks has a timer of its own, which counts the CPU time of that thread: a busy machine
// makes no kernel look endless. Ten times in the time that a block may take it interrupts the thread. A block that has
// been interrupted more often than that is given up: by the emulator when a kernel's thread next comes back to it (at a
// barrier, in an exchange, with a full trace), or, as a loop may never do that, by the interruption itself.
#pragma once

#include <signal.h>
#include <time.h>

#include <chrono>

namespace ladder::emulator {

// How much CPU time one block may take: LADDER_TIME_LIMIT in seconds, or 10. Throws Failure(bad_usage) where that
// variable is no positive number.
std::chrono::duration<double> time_limit();

inline constexpr int ticks_of_a_time_limit = 10;

// One for a launch: what happens to a thread that a WatchdogTimer interrupts.
class WatchdogHandler {
 public:
  WatchdogHandler();
  ~WatchdogHandler();
  WatchdogHandler(const WatchdogHandler&) = delete;
  WatchdogHandler& operator=(const WatchdogHandler&) = delete;

 private:
  struct sigaction before_;
};

// While it lives, it calls Interruptions::tick() of the block that the calling OS thread runs. Throws
// std::system_error.
class WatchdogTimer {
 public:
  explicit WatchdogTimer(std::chrono::duration<double> time_limit);
  ~WatchdogTimer();
  WatchdogTimer(const WatchdogTimer&) = delete;
  WatchdogTimer& operator=(const WatchdogTimer&) = delete;

 private:
  timer_t timer_;
};

}  // namespace ladder::emulator
