#include "ladder/engine/emulator/block/watchdog.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <system_error>

#include "ladder/base/failure.hpp"
#include "ladder/engine/emulator/block/block.hpp"
#include "ladder/engine/emulator/block/interrupted_thread.hpp"

// glibc has this name since 2.38.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace ladder::emulator {
namespace {

constexpr int tick = SIGVTALRM;

// What a thread of a kernel goes on with after the signal.
[[noreturn]] void leave_endless_loop() {
  Block::current()->interruptions().leave_endless_loop();
  __builtin_unreachable();
}

// In the kernel's own code no work of the emulator is interrupted, and the thread can be left where it is.
void on_tick(int, siginfo_t*, void* context) {
  Block* block = Block::current();
  if (block == nullptr) return;
  Interruptions& interruptions = block->interruptions();
  interruptions.tick();
  auto& interrupted = *static_cast<ucontext_t*>(context);
  if (!interruptions.is_out_of_time() || !interruptions.is_in_kernel(instruction(interrupted))) return;
  interruptions.note(instruction(interrupted));
  go_on_with(interrupted, leave_endless_loop, block->fibers().spare_stack_top());
}

timespec as_timespec(std::chrono::duration<double> time) {
  const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
  return {static_cast<time_t>(nanoseconds / 1000000000), static_cast<long>(nanoseconds % 1000000000)};
}

}  // namespace

std::chrono::duration<double> time_limit() {
  constexpr double usual_seconds = 10, least = 0.001, most = 1e6;
  const char* text = std::getenv("LADDER_TIME_LIMIT");
  if (text == nullptr) return std::chrono::duration<double>(usual_seconds);
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (end == text || *end != '\0' || !(seconds >= least && seconds <= most)) {
    throw Failure(bad_usage,
                  fmt::format("LADDER_TIME_LIMIT is '{}': it takes a number of seconds, {} to {}", text, least, most));
  }
  return std::chrono::duration<double>(seconds);
}

WatchdogHandler::WatchdogHandler() {
  struct sigaction action {};
  action.sa_sigaction = on_tick;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(tick, &action, &before_);
}

WatchdogHandler::~WatchdogHandler() { sigaction(tick, &before_, nullptr); }

WatchdogTimer::WatchdogTimer(std::chrono::duration<double> time_limit) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = tick;
  event.sigev_notify_thread_id = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0) {
    throw std::system_error(errno, std::generic_category(), "the watchdog's timer");
  }
  const timespec interval = as_timespec(time_limit / ticks_of_a_time_limit);
  const itimerspec times{interval, interval};
  if (timer_settime(timer_, 0, &times, nullptr) != 0) {
    const int error = errno;
    timer_delete(timer_);
    throw std::system_error(error, std::generic_category(), "the watchdog's timer");
  }
}

WatchdogTimer::~WatchdogTimer() { timer_delete(timer_); }

}  // namespace ladder::emulator
