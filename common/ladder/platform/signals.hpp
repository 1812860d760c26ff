// What interrupts an OS thread: a timer of its CPU time, and instructions that the processor does not complete. Who
// handles it decides where the thread goes on.
#pragma once

#include <signal.h>
#include <time.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace ladder {

// Sends the calling OS thread this signal when it has used so much CPU time more, and then again and again where
// `repeats`. Throws std::system_error.
class CpuTimer {
 public:
  CpuTimer(int signal, std::chrono::duration<double> time, bool repeats);
  ~CpuTimer() { timer_delete(timer_); }
  CpuTimer(CpuTimer&&) = delete;

 private:
  timer_t timer_{};
};

// Where the processor does not say which address it refused: one that is not aligned as the instruction wants it, or
// that no pointer can have.
inline constexpr std::uintptr_t unknown_address = UINTPTR_MAX;

struct Interruption {
  enum class By { tick, wrong_address, division, signal } by;  // signal: somebody sent it
  std::uintptr_t instruction, stack_pointer;
  std::uintptr_t address;  // that the memory refused
  bool is_store;           // to that
};
struct Continuation {
  void (*function)();
  std::uintptr_t stack_top;
};

// One at a time. While it lives, the handler is asked at each interruption of a thread. Where it has no continuation,
// the thread goes on after a tick, and any other signal goes to who handled it before.
class SignalHandlers {
 public:
  using Handler = std::optional<Continuation> (*)(const Interruption&);
  explicit SignalHandlers(Handler handler);
  ~SignalHandlers();
  static bool are_there();  // whether one lives
  SignalHandlers(SignalHandlers&&) = delete;
};

// One for each OS thread whose interruptions are handled: the stack on which that happens, which is not the one that
// has just overflowed; and ticks, one each time that the thread has used so much CPU time: a busy machine makes none.
class WatchedThread {
 public:
  // Throws std::system_error.
  explicit WatchedThread(std::chrono::duration<double> between_ticks);
  ~WatchedThread();
  WatchedThread(WatchedThread&&) = delete;

  // Asked where a loop goes round: true for a tick that no signal brings.
  static constexpr bool is_tick_due() { return false; }

 private:
  std::unique_ptr<std::byte[]> signal_stack_;
  CpuTimer timer_;
};

}  // namespace ladder
