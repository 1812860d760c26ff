// Host code of a chapter that damages its own memory, or does not end.
#pragma once

#include <csignal>
#include <ctime>

namespace ladder::emulator {

// While it lives, such code on this OS thread ends the process with one line, which names the code's own, and status 1.
// Without it, damaged memory would lead to no end at all: the C library aborts in the midst of malloc() or free(), and
// who handles that signal, as Catch2 does, and allocates, waits for ever. Code that computes for longer than
// time_limit() is taken not to end; what it waits for, as for kernels, does not count.
class HostGuard {
 public:
  // Throws std::system_error where there is no timer.
  HostGuard();
  ~HostGuard();
  HostGuard(const HostGuard&) = delete;
  HostGuard& operator=(const HostGuard&) = delete;

 private:
  static constexpr int signals[] = {SIGABRT, SIGSEGV, SIGALRM};
  struct sigaction before_[3];
  timer_t timer_{};
};

}  // namespace ladder::emulator
