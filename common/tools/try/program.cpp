// Runs somebody's program on the emulator, and says at its end what its launches did: its main() is called by the one
// here, which the linker puts in its place (--wrap=main), and so are execv() and its kin; of exit(), program_exit.hpp
// tells.
#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "ladder/app/chapter.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/output_file.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/emulator/block/program_exit.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"
#include "ladder/platform/interrupted_thread.hpp"
#include "ladder/platform/mapping.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/try/machine_code.hpp"
#include "tools/try/program_report.hpp"

extern "C" {
int __real_main(int argc, char** argv, char** environment);
[[noreturn]] void __real__exit(int status);
int __real_execve(const char* path, char* const* arguments, char* const* environment);
int __real_execvpe(const char* file, char* const* arguments, char* const* environment);
}

namespace ladder::tried {
namespace {

// What ./learn try hands over in the variable LADDER_TRY: the program has the command line.
struct Wishes {
  std::string name, report, json, trace, show, told, machine_code, gpu = machine_names().front();
  std::vector<std::string> kernels;  // to report of; empty: all
  bool limits = false, child = false;
  int gpus = 1;
  double observe = emulator::Launches::usual_seconds;
};

struct Run {
  Wishes wishes;
  OutputFile report, json, trace, show;
  Context context;
  pid_t process = getpid();
  bool is_child = false;  // of another one, by fork()
  explicit Run(const Wishes& w)
      : wishes(w), report(w.report, "--report"), json(w.json), trace(w.trace, "--trace"), show(w.show, "--show") {}
};
Run* running = nullptr;  // never freed: what a static destructor launches asks for it

std::string no_time(const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  const bool is_time = !text.empty() && *end == 0 && seconds >= 0;
  return is_time ? "" : fmt::format("takes seconds, 0 or more, or inf, not '{}'", text);
}

Wishes read_wishes() {
  Wishes wishes;
  std::vector<std::string> words{"learn try"};
  const char* given = std::getenv("LADDER_TRY");
  std::istringstream lines(given == nullptr ? "" : given);
  for (std::string line; std::getline(lines, line);) words.push_back(line);
  CommandLine line("learn try", "Runs a program.");
  std::string observe;
  std::optional<std::uint64_t> gpus;
  line.option("--name", "NAME", "What the program is called", wishes.name);
  line.option("--report", "FILE", "Where the report goes", wishes.report);
  line.option("--json", "FILE", "The same as JSON", wishes.json);
  line.option("--trace", "FILE", "The requests of the first blocks", wishes.trace);
  line.option("--show", "FILE", "What ./learn show draws", wishes.show);
  line.option("--gpu", "GPU", "Whose limits", wishes.gpu);
  line.option("--told", "NAME", "What became of a report: the folder NAME.good, .wrong or .unwritten", wishes.told);
  line.option("--machine-code", "FILE", "What nvcc made", wishes.machine_code);
  line.list("--kernel", "KERNEL", "To report of", wishes.kernels);
  line.flag("--limits", "What limits each launch", wishes.limits);
  line.flag("--child", "Where it has no launch, nothing is said", wishes.child);
  line.number("--gpus", "P", "GPUs that it finds", 1, emulator::Devices::most, gpus);
  line.option("--observe", "SECONDS", "How long to observe each kernel", observe, no_time);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  if (!line.parse(static_cast<int>(pointers.size()), pointers.data())) std::exit(all_verified);
  wishes.gpus = static_cast<int>(gpus.value_or(1));
  if (!observe.empty()) wishes.observe = std::strtod(observe.c_str(), nullptr);
  // Of the same program as a child process, by exec().
  const std::string name = wishes.name + (wishes.child ? "" : ", a child process,");
  setenv("LADDER_TRY", fmt::format("--name\n{}\n--told\n{}\n--child", name, wishes.told).c_str(), 1);
  return wishes;
}

std::string listed(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// What is left at the end; after a crash nobody could have freed anything.
void look_around(bool ended_by_itself) {
  auto& log = emulator::MistakeLog::instance();
  if (const std::uintptr_t launch = emulator::Launches::instance().unasked_failure()) {
    log.add(emulator::MistakeKind::unasked_error, launch,
            "this launch failed, and the program never asked: cudaGetLastError() behind each launch");
  }
  if (!ended_by_itself) return;
  emulator::conclude_nccl();
  for (const auto& [begin, allocation] : emulator::Allocations::instance().all()) {
    log.add(emulator::MistakeKind::leak, allocation.site,
            fmt::format("{}, {} bytes", allocation.name, allocation.bytes));
  }
}

std::string text_of(const std::vector<Result>& all, int status, const std::string& crash) {
  const Wishes& wishes = running->wishes;
  std::string text = fmt::format("\n{} on the emulator: ", wishes.name);
  text += crash.empty() ? fmt::format("it ended with status {}\n", status) : crash + "\n";
  if (all.empty()) text += "It launched no kernel.\n";
  if (!all.empty()) text += "\n" + table(all) + explanations(all);
  text += links_in_words();
  if (wishes.limits) text += limits_in_words(all);
  const std::string wrong = listed(findings(all)), said = listed(remarks(all));
  return text + (wrong.empty() ? "" : "\n" + wrong) + (said.empty() ? "" : "\n" + said);
}

// Writes all that was asked for. Whether all is well.
bool write_report(int status, const std::string& crash) {
  const Wishes& wishes = running->wishes;
  std::ifstream text_of_nvcc(wishes.machine_code);  // of no name: without any code
  const MachineCode made(text_of_nvcc);
  const std::vector<Result> all = results(wishes.name, wishes.kernels, wishes.gpu, made);
  const std::string text = printable(text_of(all, status, crash));
  if (wishes.report.empty()) {
    const bool is_written = std::fputs(with_red_verdicts(text, stdout).c_str(), stdout) >= 0;
    if (std::fflush(stdout) != 0 || !is_written)
      throw std::runtime_error("the report cannot be written to standard output");
  } else {
    running->report.commit(text);
  }
  running->json.commit(to_json({running->context, all}, wishes.kernels, status));
  running->trace.commit(traces_to_json(all));
  running->show.commit(show_to_json(all));
  return emulator::MistakeLog::instance().lines(false).empty() && std::ranges::all_of(all, &Result::good);
}

std::atomic<bool> reporting = false;

int returned = 0;  // by a report: the status

// By a folder: the program may have closed all descriptors, and allowed no byte to be written.
void tell(const char* outcome) {
  if (const std::string& told = running->wishes.told; !told.empty()) mkdir((told + outcome).c_str(), 0700);
}

// What the program returns, or another status where it says that all is well and it is not.
int report(int status, const std::string& crash) {
  const bool is_first = getpid() == running->process && !reporting.exchange(true);
  if (!is_first) return status != 0 || getpid() != running->process ? status : returned;
  if (running->is_child && emulator::Launches::instance().groups().empty()) return status;
  emulator::Launches::instance().close();
  ::signal(SIGXFSZ, SIG_IGN);  // what cannot be written is to be said
  std::cout.flush();
  std::fflush(stdout);
  look_around(crash.empty() && !running->is_child);
  try {
    const bool good = write_report(status, crash);
    tell(good ? ".good" : ".wrong");
    return returned = good || status != 0 ? status : wrong_or_hazard;
  } catch (const std::exception& error) {
    if (std::fprintf(stderr, "error: %s\n", error.what()) > 0) tell(".unwritten");
    const auto* failure = dynamic_cast<const Failure*>(&error);
    return failure != nullptr ? failure->status : wrong_or_hazard;
  }
}

// What became of it, told on another stack, as its own may be no good.
int last_signal = 0;
bool stack_is_full = false;
std::uintptr_t last_instruction = 0;
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
  const std::string where = is_from_outside(last_signal) || last_signal == SIGABRT
                                ? ""
                                : fmt::format(" at {}", emulator::place_of(last_instruction + 1));
  if (is_from_outside(last_signal)) {  // what was interrupted may hold what the report waits for
    ::signal(SIGALRM, SIG_DFL);
    alarm(10);
  }
  __real__exit(report(128 + last_signal, fmt::format("it ended with signal {}{} ({})", last_signal, where, what)));
}

void on_signal(int signal, siginfo_t* info, void* context) {
  static std::atomic<bool> ending = false;  // one signal from outside is enough: it is reported
  if (is_from_outside(signal) && ending.exchange(true)) return;
  if (reporting) {  // the report itself is at fault
    ::signal(signal, SIG_DFL);
    return;
  }
  auto& interrupted = *static_cast<ucontext_t*>(context);
  const std::uintptr_t at = instruction(interrupted);
  if (signal == SIGSEGV && emulator::Allocations::instance().let_host_touch(info->si_addr, at + 1)) return;
  last_signal = is_division(signal, interrupted) ? SIGFPE : signal;
  const std::uintptr_t below = stack_pointer(interrupted) - reinterpret_cast<std::uintptr_t>(info->si_addr);
  stack_is_full = signal == SIGSEGV && below + page_bytes() < 2 * page_bytes();
  last_instruction = at;
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

void handle_signals() {
  static char stack[1 << 18];
  stack_t memory{};
  memory.ss_sp = stack;
  memory.ss_size = sizeof stack;
  sigaltstack(&memory, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int signal = 1; signal <= SIGRTMAX; ++signal) {
    if (is_for_report(signal)) sigaction(signal, &action, nullptr);
  }
}

// A child process reports, to standard output, what it launches itself.
void begin_child() {
  Wishes wishes;
  wishes.name = running->wishes.name + ", a child process,";
  wishes.told = running->wishes.told;
  running = new Run(wishes);
  running->is_child = true;
  emulator::Launches::instance().forget();
  emulator::MistakeLog::instance().clear();
}

int begin(int argc, char** argv) {
  running = new Run(read_wishes());
  running->is_child = running->wishes.child;
  const auto engine = make_emulator();
  running->context = make_context(argc, argv, engine->description());
  emulator::Devices::instance().make(running->wishes.gpus);
  emulator::Variables::instance().begin(running->wishes.gpus);
  emulator::Launches::instance().observe_for(running->wishes.observe);
  if (!running->wishes.trace.empty()) emulator::Launches::instance().trace(SIZE_MAX);
  if (!running->wishes.show.empty()) emulator::Launches::instance().trace(most_shown_requests);
  // One block of a single thread that goes through millions of elements is nothing unusual.
  setenv("LADDER_TIME_LIMIT", "60", 0);
  emulator::GlobalMemory::instance().know_others(emulator::describe);
  handle_signals();
  pthread_atfork(nullptr, nullptr, begin_child);
  emulator::at_program_exit([](int status) { return report(status, ""); });
  // Where main() ends its own thread alone, the last one that ends calls exit() in the C library.
  std::atexit([] {
    if (!reporting) __real__exit(report(0, ""));
  });
  return all_verified;
}

}  // namespace
}  // namespace ladder::tried

extern "C" {
int __wrap_main(int argc, char** argv, char** environment) {
  const int status = ladder::guarded_main(argc, argv, ladder::tried::begin, "the program");
  if (status != ladder::all_verified) return status;
  return ladder::tried::report(__real_main(argc, argv, environment), "");
}

// Another program takes its place: what is found is told before.
static void report_before(const char* file) {
  if (std::strchr(file, '/') == nullptr || access(file, X_OK) == 0) ladder::tried::report(0, "");
}
int __wrap_execve(const char* path, char* const* arguments, char* const* environment) {
  report_before(path);
  return __real_execve(path, arguments, environment);
}
int __wrap_execv(const char* path, char* const* arguments) { return __wrap_execve(path, arguments, environ); }
int __wrap_execvpe(const char* file, char* const* arguments, char* const* environment) {
  report_before(file);
  return __real_execvpe(file, arguments, environment);
}
int __wrap_execvp(const char* file, char* const* arguments) { return __wrap_execvpe(file, arguments, environ); }
static std::vector<char*> listed_arguments(const char* first, va_list rest) {
  std::vector<char*> all{const_cast<char*>(first)};
  while (all.back() != nullptr) all.push_back(va_arg(rest, char*));
  return all;
}
int __wrap_execl(const char* path, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = listed_arguments(first, rest);
  va_end(rest);
  return __wrap_execv(path, arguments.data());
}
int __wrap_execlp(const char* file, const char* first, ...) {
  va_list rest;
  va_start(rest, first);
  const std::vector<char*> arguments = listed_arguments(first, rest);
  va_end(rest);
  return __wrap_execvp(file, arguments.data());
}
}
