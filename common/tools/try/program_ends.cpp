// How a program that is tried may end besides: by a signal, which it may handle itself; by another program that takes
// its place, by execv() and its kin; and by daemon(). The linker leads these here (--wrap).
#include <execinfo.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "ladder/emulator/block/watchdog.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/platform/interrupted_thread.hpp"
#include "ladder/platform/mapping.hpp"
#include "tools/try/program.hpp"

extern "C" {
[[noreturn]] void __real__exit(int status);
int __real_execve(const char* path, char* const* arguments, char* const* environment);
int __real_execvpe(const char* file, char* const* arguments, char* const* environment);
}

namespace ladder::tried {
namespace {

// What became of it, told on another stack, as its own may be no good.
int last_signal = 0;
bool stack_is_full = false;
std::uintptr_t fault = 0;  // a return address, or where one would be
alignas(64) char stack_of_the_end[1 << 20];

constexpr int of_faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT},
              without_end[] = {SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGTSTP, SIGTTIN, SIGTTOU},
              ignored_by_learn[] = {SIGHUP, SIGINT, SIGQUIT};
bool is_one_of(const auto& signals, int signal) { return std::ranges::count(signals, signal) > 0; }
bool is_from_outside(int signal) { return !is_one_of(of_faults, signal); }

[[noreturn]] void end_after_signal() {
  const char* what = stack_is_full ? "the stack is full: a function that calls itself for ever, or large local arrays?"
                     : last_signal == SIGABRT ? "it was aborted"
                                              : strsignal(last_signal);
  const std::string where =
      is_from_outside(last_signal) || last_signal == SIGABRT ? "" : fmt::format(" at {}", emulator::place_of(fault));
  if (is_from_outside(last_signal)) {  // what was interrupted may hold what the report waits for
    ::signal(SIGALRM, SIG_DFL);
    alarm(10);
  }
  __real__exit(report(128 + last_signal, fmt::format("it ended with signal {}{} ({})", last_signal, where, what)));
}

void on_signal(int signal, siginfo_t* info, void* context);

void handle(int signal) {
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(signal, &action, nullptr);
}

struct sigaction of_program {};  // what the program does itself after a fault

void call_program(int signal, siginfo_t* info, void* context) {
  const struct sigaction action = of_program;
  if ((action.sa_flags & int(SA_RESETHAND)) != 0) of_program = {};
  if ((action.sa_flags & SA_SIGINFO) != 0) return action.sa_sigaction(signal, info, context);
  action.sa_handler(signal);
}

// Where a fault at the instruction is: in a library's function, where the program calls that. (A fault in here is not
// looked at.)
std::uintptr_t place_of_fault(std::uintptr_t instruction) {
  static std::atomic<bool> is_looking = false;
  if (is_looking) return instruction + 1;
  is_looking = true;
  const std::uintptr_t found = emulator::site_in_program(instruction + 1);
  is_looking = false;
  return found;
}

// A launch breaks off first, and says where it was; then SIGALRM comes, as it does where that takes too long.
void on_signal(int signal, siginfo_t* info, void* context) {
  static std::atomic<bool> ending = false;  // one signal from outside is enough: it is reported
  const bool has_waited = signal == SIGALRM && emulator::stops_all_blocks;
  if (is_from_outside(signal) && !has_waited && ending.exchange(true)) return;
  if (!has_waited) last_signal = signal;
  if (is_from_outside(signal) && !has_waited && SignalHandlers::are_there()) {
    emulator::stops_all_blocks = true;
    handle(SIGALRM);
    alarm(5);
    return;
  }
  static std::atomic<bool> ended = false;
  if (ended || is_reporting()) {  // the report itself is at fault, as where the memory of malloc() is destroyed
    ::signal(signal, SIG_DFL);
    return;
  }
  auto& interrupted = *static_cast<ucontext_t*>(context);
  const std::uintptr_t at = instruction(interrupted);
  if (!is_from_outside(signal) && signal != SIGABRT) fault = place_of_fault(at);
  if (signal == SIGSEGV && emulator::Allocations::instance().let_host_touch(info->si_addr, fault)) return;
  if (signal == SIGSEGV && of_program.sa_handler != SIG_DFL && of_program.sa_handler != SIG_IGN)
    return call_program(signal, info, context);
  if (is_division(signal, interrupted)) last_signal = SIGFPE;
  const std::uintptr_t below = stack_pointer(interrupted) - reinterpret_cast<std::uintptr_t>(info->si_addr);
  ended = true;
  stack_is_full = signal == SIGSEGV && below + page_bytes() < 2 * page_bytes();
  go_on_with(interrupted, end_after_signal,
             reinterpret_cast<std::uintptr_t>(stack_of_the_end + sizeof stack_of_the_end) / 16 * 16);
}

// Whether it is to end in a report. What the program ignores or handles already is its own.
bool is_for_report(int signal) {
  struct sigaction before {};
  sigaction(signal, nullptr, &before);
  return is_one_of(of_faults, signal) || is_one_of(ignored_by_learn, signal) ||
         (before.sa_handler == SIG_DFL && !is_one_of(without_end, signal));
}

void report_before(const char* file) {
  if (std::strchr(file, '/') == nullptr || access(file, X_OK) == 0) report(0, "");
}

std::vector<char*> listed_arguments(const char* first, va_list rest) {
  std::vector<char*> all{const_cast<char*>(first)};
  while (all.back() != nullptr) all.push_back(va_arg(rest, char*));
  return all;
}

}  // namespace

bool sees_faults() {
  struct sigaction now {};
  sigaction(SIGSEGV, nullptr, &now);
  return now.sa_sigaction == on_signal || SignalHandlers::are_there();  // which ask it
}

void handle_signals() {
  static char stack[1 << 18];
  stack_t memory{};
  memory.ss_sp = stack;
  memory.ss_size = sizeof stack;
  sigaltstack(&memory, nullptr);
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    if (is_for_report(signal)) handle(signal);
  }
  void* frame = nullptr;
  backtrace(&frame, 1);  // loads what it needs
}

}  // namespace ladder::tried

// What the emulator and its report have stays until both are done: the destructors of the program's own alone are
// called.
extern "C" {
int __real___cxa_atexit(void (*function)(void*), void* argument, void* library);
int __wrap___cxa_atexit(void (*)(void*), void*, void*) { return 0; }
int program_atexit(void (*function)()) {
  return __real___cxa_atexit(reinterpret_cast<void (*)(void*)>(function), nullptr, nullptr);
}
}

// compile.sh leads the program's sigaction() and signal() here. A fault may be the host's access to what is the
// device's: it is looked at first, whoever handles it.
extern "C" {
int program_sigaction(int signal, const struct sigaction* action, struct sigaction* before) {
  if (signal != SIGSEGV) return sigaction(signal, action, before);
  const struct sigaction last = std::exchange(ladder::tried::of_program, action ? *action : ladder::tried::of_program);
  if (before != nullptr) *before = last;
  return 0;
}
sighandler_t program_signal(int signal, sighandler_t handler) {
  struct sigaction action {};
  struct sigaction before {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return program_sigaction(signal, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
// As the C library's, of which the first process ends without telling anybody.
int __wrap_daemon(int keeps_folder, int keeps_streams) {
  const pid_t child = fork();
  if (child > 0) _exit(0);
  if (child < 0 || setsid() < 0 || (keeps_folder == 0 && chdir("/") != 0)) return -1;
  const int nothing = keeps_streams == 0 ? open("/dev/null", O_RDWR) : -1;
  for (int stream = 0; nothing >= 0 && stream < 3; ++stream) dup2(nothing, stream);
  if (nothing > 2) close(nothing);
  return 0;
}
int __wrap_execve(const char* path, char* const* arguments, char* const* environment) {
  ladder::tried::report_before(path);
  return __real_execve(path, arguments, environment);
}
int __wrap_execv(const char* path, char* const* arguments) { return __wrap_execve(path, arguments, environ); }
int __wrap_execvpe(const char* file, char* const* arguments, char* const* environment) {
  ladder::tried::report_before(file);
  return __real_execvpe(file, arguments, environment);
}
int __wrap_execvp(const char* file, char* const* arguments) { return __wrap_execvpe(file, arguments, environ); }
int __wrap_execl(const char* path, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = ladder::tried::listed_arguments(first, rest);
  va_end(rest);
  return __wrap_execv(path, arguments.data());
}
int __wrap_execlp(const char* file, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = ladder::tried::listed_arguments(first, rest);
  va_end(rest);
  return __wrap_execvp(file, arguments.data());
}
}
