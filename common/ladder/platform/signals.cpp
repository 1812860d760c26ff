#include "ladder/platform/signals.hpp"

#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <system_error>

#include "ladder/platform/interrupted_thread.hpp"

// glibc has this name since 2.38.
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

namespace ladder {
namespace {

constexpr int tick = SIGVTALRM, handled[] = {tick, SIGSEGV, division_signal};
struct sigaction handled_before[std::size(handled)];
SignalHandlers::Handler asked = nullptr;

Interruption::By cause_of(int signal, const siginfo_t& info, const ucontext_t& context) {
  if (signal == tick) return Interruption::By::tick;
  const bool raised_by_an_instruction = info.si_code > 0;
  if (raised_by_an_instruction && signal == SIGSEGV) return Interruption::By::wrong_address;
  if (raised_by_an_instruction && is_division(signal, context)) return Interruption::By::division;
  return Interruption::By::signal;
}

// A fault comes again by itself, a signal that somebody sent does not.
void pass_on(int signal, const siginfo_t& info) {
  sigaction(signal, &handled_before[signal == SIGSEGV ? 1 : 2], nullptr);
  if (info.si_code <= 0) raise(signal);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  auto& thread = *static_cast<ucontext_t*>(context);
  const auto by = cause_of(signal, *info, thread);
  const auto address = info->si_code == SI_KERNEL ? unknown_address : reinterpret_cast<std::uintptr_t>(info->si_addr);
  const bool is_refused_store = by == Interruption::By::wrong_address && is_store(thread);
  const auto next = asked({by, instruction(thread), stack_pointer(thread), address, is_refused_store});
  if (next) go_on_with(thread, next->function, next->stack_top);
  if (!next && signal != tick) pass_on(signal, *info);
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

SignalHandlers::SignalHandlers(Handler handler) {
  asked = handler;
  for (std::size_t i = 0; i < std::size(handled); ++i) {
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | (handled[i] == tick ? SA_RESTART : 0);
    sigaction(handled[i], &action, &handled_before[i]);
  }
}

SignalHandlers::~SignalHandlers() {
  for (std::size_t i = 0; i < std::size(handled); ++i) sigaction(handled[i], &handled_before[i], nullptr);
  asked = nullptr;
}

bool SignalHandlers::are_there() { return asked != nullptr; }

WatchedThread::WatchedThread(std::chrono::duration<double> between_ticks)
    : signal_stack_(use_signal_stack()), timer_(tick, between_ticks, true) {}

WatchedThread::~WatchedThread() {
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

}  // namespace ladder
