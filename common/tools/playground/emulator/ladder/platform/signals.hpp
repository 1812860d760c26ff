// A tab has no signals: the page ends a worker whose kernel does not come to its end, and a trap ends the run.
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
  explicit WatchedThread(std::chrono::duration<double>) {}
};

}  // namespace ladder
