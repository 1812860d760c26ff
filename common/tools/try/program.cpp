// Runs somebody's program on the emulator, and says at its end what its launches did: its main() is called by the one
// here, which the linker puts in its place (--wrap=main); of exit(), program_exit.hpp tells.
#include "tools/try/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>

#include "ladder/app/chapter.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "ladder/emulator/block/program_exit.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/try/machine_code.hpp"
#include "tools/try/program_report.hpp"
#include "tools/try/program_text.hpp"
#include "tools/try/wishes.hpp"

extern "C" {
int __real_main(int argc, char** argv, char** environment);
[[noreturn]] void __real_exit(int status);
}

namespace ladder::tried {
namespace {

// Standard output as it was at first, whatever the program makes of its own, with a number that none of its files gets.
FILE* output = stdout;

void keep_output() {
  const int copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 1000);
  if (copy >= 0) output = fdopen(copy, "w");
}

struct Run {
  Wishes wishes;
  OutputFile report, json, trace, show;
  Context context;
  pid_t process = getpid();
  explicit Run(const Wishes& w)
      : wishes(w), report(w.report, "--report"), json(w.json), trace(w.trace, "--trace"), show(w.show, "--show") {}
};
Run* running = nullptr;  // never freed: what a static destructor launches asks for it

const MachineCode& machine_code() {
  static std::ifstream text_of_nvcc(running->wishes.machine_code);  // of no name: without any code
  static const MachineCode made(text_of_nvcc);
  return made;
}

std::string report_of(const std::vector<Result>& all, const Ending& ending) {
  FILE* const shown = running->wishes.report.empty() ? output : nullptr;
  const std::size_t letters = shown == nullptr ? std::string::npos : letters_of(shown);
  return counts_of(running->wishes, all, ending, letters, shown) + mistakes_of(all, letters);
}

// Writes all that was asked for. Whether all is well.
bool write_report(int status, const std::string& crash) {
  const Wishes& wishes = running->wishes;
  const std::vector<Result> all = results(wishes.name, wishes.kernels, wishes.gpu, machine_code());
  const std::string text = report_of(all, {status, crash});
  const bool is_closed = wishes.report.empty() && fcntl(fileno(output), F_GETFD) < 0;
  keep_so_far(text, "");
  if (!wishes.report.empty()) {
    running->report.commit(text);
  } else if (!is_closed) {  // as close_range() does: whoever outlives the program shows the text
    const bool is_written = std::fputs(text.c_str(), output) >= 0;
    if (std::fflush(output) != 0 || !is_written)
      throw std::runtime_error("the report cannot be written to standard output");
  }
  if (!is_closed) keep_so_far("", "");
  running->json.commit(to_json({running->context, all}, wishes.kernels, status));
  running->trace.commit(traces_to_json(all));
  running->show.commit(show_to_json(all, findings_of_run(all, {status, crash})));
  return is_good(all);
}

std::atomic<bool> reporting = false;

int returned = 0;  // by a report: the status

// Keeps the text of the report as it stands, where something is new: always, until that has taken a second, and then as
// often as takes a fiftieth of the time.
void tell_so_far() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::seconds always{1};
  constexpr int rest = 50;
  static std::uint64_t known = 0;
  static Clock::duration spent{};
  static Clock::time_point next;
  const auto& log = emulator::MistakeLog::instance();
  const std::uint64_t now = log.turn() + log.all().size();
  const auto begin = Clock::now();
  if (reporting || !can_keep() || now == known || (spent > always && begin < next)) return;
  known = now;
  try {
    const std::vector<Result> all = results(running->wishes.name, {}, running->wishes.gpu, machine_code());
    keep_so_far(report_of(all, {0, "what was seen before its end"}),
                running->wishes.json.empty() ? "" : to_json({running->context, all}, {}, std::nullopt));
  } catch (const std::exception&) {
    return;  // of a program that has no memory left; the one before stays
  }
  const Clock::time_point end = Clock::now();
  spent += end - begin;
  next = end + rest * (end - begin);
}

}  // namespace

bool is_reporting() { return reporting; }

int report(int status, const std::string& crash) {
  static std::recursive_mutex mutex;  // another thread may end the program meanwhile
  const std::lock_guard lock(mutex);
  const bool is_first = getpid() == running->process && !reporting.exchange(true);
  if (!is_first) return status != 0 || getpid() != running->process ? status : returned;
  if (running->wishes.child && emulator::Launches::instance().groups().empty() &&
      emulator::MistakeLog::instance().mistakes().empty()) {
    keep_promise("");
    return status;
  }
  emulator::Launches::instance().close();
  ::signal(SIGXFSZ, SIG_IGN);               // what cannot be written is to be said
  std::cout.exceptions(std::ios::goodbit);  // the program may have asked for some
  std::cout.flush();
  std::fflush(stdout);
  look_around(crash.empty() && !running->wishes.child);
  try {
    const bool good = write_report(status, crash);
    keep_promise(good ? "good" : "wrong");
    return returned = good || status != 0 ? status : wrong_or_hazard;
  } catch (const std::exception& error) {
    if (std::fprintf(stderr, "error: %s\n", error.what()) > 0) keep_promise("unwritten");
    const auto* failure = dynamic_cast<const Failure*>(&error);
    return failure != nullptr ? failure->status : wrong_or_hazard;
  }
}

namespace {

// A child process, by fork() or otherwise, reports what it does itself.
void begin_child() {
  if (getpid() == running->process) return;
  Wishes wishes;
  wishes.name = running->wishes.name + ", a child process,";
  wishes.child = true;
  running = new Run(wishes);
  emulator::Launches::instance().forget();
  emulator::MistakeLog::instance().clear();
  promise_report();
}

int begin(int argc, char** argv) {
  running = new Run(read_wishes(std::filesystem::path(argc > 0 ? argv[0] : "the program").filename()));
  keep_output();
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
  promise_report();
  emulator::note_process = begin_child;
  emulator::note_state = tell_so_far;
  emulator::at_program_exit([](int status) { return report(status, ""); });
  on_exit([](int, void*) { emulator::Launches::instance().close(); }, nullptr);  // behind what main() has registered
  return all_verified;
}

// Before all of the program's constructors, so that it is called behind all of its destructors. What they freed is
// freed, and where main() ends its own thread alone, the last one that ends comes here, too.
void end(int status, void*) {
  if (has_promised() && getpid() == running->process) __real_exit(report(status, ""));
}
[[gnu::constructor(101)]] void report_at_exit() { on_exit(end, nullptr); }

}  // namespace
}  // namespace ladder::tried

extern "C" {
int __wrap_main(int argc, char** argv, char** environment) {
  const int status = ladder::guarded_main(argc, argv, ladder::tried::begin, "the program");
  if (status != ladder::all_verified) return status;
  errno = 0;
  std::feclearexcept(FE_ALL_EXCEPT);
  std::exit(__real_main(argc, argv, environment));  // so that a thread that does the same meanwhile waits
}
}
