#include "ladder/engine/emulator/block/watchdog.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <optional>
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

constexpr int tick = SIGVTALRM, handled[] = {tick, SIGSEGV, division_signal};
struct sigaction handled_before[std::size(handled)];

// What a thread of a kernel goes on with after a signal: on another stack, as its own may have no room left.
[[noreturn]] void leave_endless_loop() {
  Block::current()->interruptions().leave_endless_loop();
  __builtin_unreachable();
}
[[noreturn]] void leave_after_fault() {
  Block::current()->leave_after_fault();
  __builtin_unreachable();
}

// In the kernel's own code no work of the emulator is interrupted, and the thread can be left where it is.
void on_tick(Block& block, ucontext_t& interrupted) {
  Interruptions& interruptions = block.interruptions();
  interruptions.tick();
  if (!interruptions.is_out_of_time() || !interruptions.is_in_kernel(instruction(interrupted))) return;
  interruptions.note(instruction(interrupted));
  go_on_with(interrupted, leave_endless_loop, block.fibers().spare_stack_top());
}

// What the running thread of the block did; nothing where it was not the thread.
std::optional<Fault> fault_of(const Block& block, const siginfo_t& info, const ucontext_t& context) {
  if (info.si_signo == SIGSEGV && block.fibers().is_below_its_stack(reinterpret_cast<std::uintptr_t>(info.si_addr))) {
    return Fault::stack_overflow;
  }
  const bool raised_by_an_instruction = info.si_code > 0;
  if (!raised_by_an_instruction || !block.fibers().on_its_stack(stack_pointer(context))) return std::nullopt;
  if (info.si_signo == SIGSEGV) return Fault::bad_address;
  return is_division(info.si_signo, context) ? std::optional(Fault::division) : std::nullopt;
}

// Not ours: back to who handled it before. A fault comes again by itself, a signal that somebody sent does not.
void pass_on(int signal, const siginfo_t& info) {
  sigaction(signal, &handled_before[signal == SIGSEGV ? 1 : 2], nullptr);
  if (info.si_code <= 0) raise(signal);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  auto& interrupted = *static_cast<ucontext_t*>(context);
  Block* block = Block::current();
  if (signal == tick) {
    if (block != nullptr) on_tick(*block, interrupted);
    return;
  }
  const auto fault = block == nullptr ? std::nullopt : fault_of(*block, *info, interrupted);
  if (!fault) return pass_on(signal, *info);
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  block->interruptions().note(*fault, instruction(interrupted), {address, is_store(interrupted)});
  go_on_with(interrupted, leave_after_fault, block->fibers().spare_stack_top());
}

std::unique_ptr<std::byte[]> use_signal_stack() {
  constexpr std::size_t bytes = 64 * 1024;
  auto memory = std::make_unique<std::byte[]>(bytes);
  stack_t stack{};
  stack.ss_sp = memory.get();
  stack.ss_size = bytes;
  if (sigaltstack(&stack, nullptr) != 0) {
    throw std::system_error(errno, std::generic_category(), "the stack for signals");
  }
  return memory;
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

CpuTimer::CpuTimer(int signal, std::chrono::duration<double> time, bool repeats) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal;
  event.sigev_notify_thread_id = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0) {
    throw std::system_error(errno, std::generic_category(), "a timer of CPU time");
  }
  const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
  const timespec first{static_cast<time_t>(nanoseconds / 1000000000), static_cast<long>(nanoseconds % 1000000000)};
  const itimerspec times{repeats ? first : timespec{}, first};
  timer_settime(timer_, 0, &times, nullptr);  // fails for no such time
}

SignalHandlers::SignalHandlers() {
  for (std::size_t i = 0; i < std::size(handled); ++i) {
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | (handled[i] == tick ? SA_RESTART : 0);
    sigaction(handled[i], &action, &handled_before[i]);
  }
}

SignalHandlers::~SignalHandlers() {
  for (std::size_t i = 0; i < std::size(handled); ++i) sigaction(handled[i], &handled_before[i], nullptr);
}

WatchedThread::WatchedThread(std::chrono::duration<double> time_limit)
    : signal_stack_(use_signal_stack()), timer_(tick, time_limit / ticks_of_a_time_limit, true) {}

WatchedThread::~WatchedThread() {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

}  // namespace ladder::emulator
