// Host code of a chapter that damages its own memory, or does not end.
#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>

#include "ladder/emulator/block/watchdog.hpp"

namespace ladder::emulator {

// While it lives, such code on this OS thread ends the process with one line, which names the code's own, and status 1.
// Without it, damaged memory would lead to no end at all: the C library aborts in the midst of malloc() or free(), and
// who handles that signal, as Catch2 does, and allocates, waits for ever. Code that computes for longer than
// time_limit() is taken not to end; what it waits for, as for kernels, does not count.
class HostGuard {
 public:
  // What is wrong with touching the address, at this instruction; empty where nobody knows; nothing where the code may
  // go on.
  using Touch = std::optional<std::string> (*)(const void* address, std::uintptr_t instruction);

  // touch: asked of an address that the memory refuses; null for nobody. patience: how many times time_limit() the code
  // may take. whose: " (ring at 2x130x97)", said where it breaks off. Throws std::system_error where there is no timer.
  explicit HostGuard(Touch touch = nullptr, double patience = 1, const std::string& whose = "");
  ~HostGuard();
  HostGuard(HostGuard&&) = delete;

 private:
  static constexpr int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGALRM};
  struct sigaction before_[4];
  std::optional<CpuTimer> timer_;
};

}  // namespace ladder::emulator
