// A tab has no signals: a kernel asks for the time where it goes round a loop, and a trap ends the run. (The page ends
// a worker that does neither.)
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ladder {

inline constexpr std::uintptr_t unknown_address = UINTPTR_MAX;

struct Interruption {
  enum class By { tick, wrong_address, division, signal } by;
  std::uintptr_t instruction, stack_pointer, address;
  bool is_store;
};
struct Continuation {
  void (*function)();
  std::uintptr_t stack_top;
};

class SignalHandlers {
 public:
  using Handler = std::optional<Continuation> (*)(const Interruption&);
  explicit SignalHandlers(Handler) {}
  static bool are_there() { return false; }
};

class WatchedThread {
 public:
  explicit WatchedThread(std::chrono::duration<double> between_ticks) { between = between_ticks; }

  static bool is_tick_due() {
    if (++asked % asked_for_each_look != 0) return false;
    const auto now = std::chrono::steady_clock::now();
    if (now - last < between) return false;
    last = now;
    return true;
  }

 private:
  static constexpr unsigned asked_for_each_look = 1024;
  static inline unsigned asked = 0;
  static inline std::chrono::duration<double> between{};
  static inline std::chrono::steady_clock::time_point last;
};

}  // namespace ladder
