// Stops a kernel that does not end, and turns what would end the process, a thread's stack overflow, its division of an
// integer by 0 or a wrong address, into a report.
#pragma once

#include <signal.h>
#include <time.h>

#include <chrono>
#include <cstddef>
#include <memory>

namespace ladder::emulator {

// How much CPU time one block may take: LADDER_TIME_LIMIT in seconds, or 10. Throws Failure(bad_usage) where that
// variable is no positive number.
std::chrono::duration<double> time_limit();

inline constexpr int ticks_of_a_time_limit = 10;

// Sends the calling OS thread this signal when it has used so much CPU time more, and then again and again where
// `repeats`. Throws std::system_error.
class CpuTimer {
 public:
  CpuTimer(int signal, std::chrono::duration<double> time, bool repeats);
  ~CpuTimer() { timer_delete(timer_); }
  CpuTimer(const CpuTimer&) = delete;
  CpuTimer& operator=(const CpuTimer&) = delete;

 private:
  timer_t timer_{};
};

// One for a launch. While it lives, a kernel's thread that touches the page below its stack or an address at which
// there is nothing, or whose integer division is refused, ends up in Block::leave_after_fault(), on a stack of its own,
// and not in a crash. Any other such signal goes to who handled it before.
class SignalHandlers {
 public:
  SignalHandlers();
  ~SignalHandlers();
  SignalHandlers(const SignalHandlers&) = delete;
  SignalHandlers& operator=(const SignalHandlers&) = delete;
};

// One for each OS thread that runs blocks: where its signals are handled, which is not on the stack that has just
// overflowed; and a timer, which counts the CPU time of that thread: a busy machine makes no kernel look endless. Ten
// times in the time that a block may take it interrupts the thread: Interruptions::tick(). A block that has been
// interrupted more often than that is given up: by the emulator when a kernel's thread next comes back to it (at a
// barrier, in an exchange, with a full trace), or, as a loop may never do that, by the interruption itself.
class WatchedThread {
 public:
  // Throws std::system_error.
  explicit WatchedThread(std::chrono::duration<double> time_limit);
  ~WatchedThread();
  WatchedThread(const WatchedThread&) = delete;
  WatchedThread& operator=(const WatchedThread&) = delete;

 private:
  std::unique_ptr<std::byte[]> signal_stack_;
  CpuTimer timer_;
};

}  // namespace ladder::emulator
