// Runs somebody's program on the emulator, and says at its end what its launches did: its main() is called by the one
// here, which the linker puts in its place (--wrap=main); of exit(), program_exit.hpp tells.
#include "tools/try/program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "ladder/app/chapter.hpp"
#include "ladder/base/command_line.hpp"
#include "ladder/base/failure.hpp"
#include "ladder/base/files.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/base/printable.hpp"
#include "ladder/emulator/block/program_exit.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/emulator/runtime/nccl_calls.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/report/table.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/try/machine_code.hpp"
#include "tools/try/program_report.hpp"

extern "C" {
int __real_main(int argc, char** argv, char** environment);
[[noreturn]] void __real_exit(int status);
}

namespace ladder::tried {
namespace {

// What ./learn try hands over in the variable LADDER_TRY: the program has the command line.
struct Wishes {
  std::string name, report, json, trace, show, machine_code, gpu = machine_names().front();
  std::vector<std::string> kernels;    // to report of; empty: all
  bool limits = false, child = false;  // of another process of the program
  int gpus = 1;
  double observe = emulator::Launches::usual_seconds;
};

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

std::string no_time(const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  const bool is_time = !text.empty() && *end == 0 && seconds >= 0;
  return is_time ? "" : fmt::format("takes seconds, 0 or more, or inf, not '{}'", text);
}

// called: by which name the program was.
Wishes read_wishes(const std::string& called) {
  Wishes wishes;
  std::vector<std::string> words{"learn try"};
  const char* given = std::getenv("LADDER_TRY");
  if (given == nullptr) {  // it has called itself, with an environment of its own
    wishes.name = called + ", a child process,";
    wishes.child = true;
  }
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
  line.option("--machine-code", "FILE", "What nvcc made", wishes.machine_code);
  line.list("--kernel", "KERNEL", "To report of", wishes.kernels);
  line.flag("--limits", "What limits each launch", wishes.limits);
  line.flag("--child", "Where it has no launch, nothing is said", wishes.child);
  line.number("--gpus", "P", "GPUs that it finds", 1, emulator::Devices::most, gpus);
  line.option("--observe", "SECONDS", "How long to observe each kernel", observe, no_time);
  const auto pointers = mapped(words, [](const std::string& word) { return word.c_str(); });
  if (!line.parse(static_cast<int>(pointers.size()), pointers.data())) std::exit(all_verified);
  wishes.gpus = static_cast<int>(gpus.value_or(1));
  if (!observe.empty()) wishes.observe = std::strtod(observe.c_str(), nullptr);
  // Of the same program as a child process, by exec().
  const std::string name = wishes.name + (wishes.child ? "" : ", a child process,");
  setenv("LADDER_TRY", fmt::format("--name\n{}\n--child", name).c_str(), 1);
  return wishes;
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
  const auto& left = emulator::Allocations::instance().all();
  for (const auto& [begin, allocation] : left) emulator::judge_result(allocation);
  for (const auto& [begin, allocation] : left) {
    log.add(emulator::MistakeKind::leak, allocation.site,
            fmt::format("{}, {} bytes", allocation.name, allocation.bytes));
  }
}

constexpr const char* hidden_faults =
    "The program handles SIGSEGV in a way that hides what its host code does with memory of the device.";

// All that the text says of a run that is not all right; else nothing.
std::vector<Finding> findings_of_run(const std::vector<Result>& results, int status, const std::string& crash) {
  std::vector<Finding> all = findings(results);
  if (!crash.empty()) all.push_back({.words = crash});
  if (!sees_faults()) all.push_back({.words = hidden_faults});
  if (all.empty() && status == 0) return {};
  for (const Finding& remark : remarks(results)) all.push_back(remark);
  if (crash.empty() && status != 0) all.push_back({.words = fmt::format("the program ended with status {}", status)});
  return all;
}

std::string text_of(const std::vector<Result>& all, int status, const std::string& crash, std::size_t letters) {
  const Wishes& wishes = running->wishes;
  std::string text = fmt::format("\n{} on the emulator: ", wishes.name);
  text += crash.empty() ? fmt::format("it ended with status {}\n", status) : crash + "\n";
  if (all.empty()) text += "It launched no kernel.\n";
  if (!all.empty()) text += "\n" + table(all, false, letters) + explanations(all);
  text += links_in_words();
  if (wishes.limits) text += limits_in_words(all, letters);
  if (!sees_faults()) text += std::string(hidden_faults) + "\n";
  const std::string wrong = in_words(findings(all), letters), said = in_words(remarks(all), std::string::npos);
  return wrapped(text + (wrong.empty() ? "" : "\n" + wrong) + (said.empty() ? "" : "\n" + said), letters);
}

// Writes all that was asked for. Whether all is well.
bool write_report(int status, const std::string& crash) {
  const Wishes& wishes = running->wishes;
  std::ifstream text_of_nvcc(wishes.machine_code);  // of no name: without any code
  const MachineCode made(text_of_nvcc);
  const std::vector<Result> all = results(wishes.name, wishes.kernels, wishes.gpu, made);
  const std::size_t letters = wishes.report.empty() ? letters_of(output) : std::string::npos;
  const std::string text = printable(text_of(all, status, crash, letters));
  if (wishes.report.empty()) {
    const bool is_written = std::fputs(with_coloured_verdicts(text, output).c_str(), output) >= 0;
    if (std::fflush(output) != 0 || !is_written)
      throw std::runtime_error("the report cannot be written to standard output");
  } else {
    running->report.commit(text);
  }
  running->json.commit(to_json({running->context, all}, wishes.kernels, status));
  running->trace.commit(traces_to_json(all));
  running->show.commit(show_to_json(all, findings_of_run(all, status, crash)));
  return sees_faults() && emulator::MistakeLog::instance().lines(false).empty() &&
         std::ranges::all_of(all, &Result::good);
}

std::atomic<bool> reporting = false;

int returned = 0;  // by a report: the status

std::filesystem::path told, promise;  // folders: the program may have allowed no byte to be written
int open_told = -1;                   // the first of them: the program may become a user who cannot reach it

void make_folder(const std::string& name) {
  if (mkdir((told / name).c_str(), 0700) != 0 && errno == EACCES) mkdirat(open_told, name.c_str(), 0700);
}

}  // namespace

void promise_report() {
  std::error_code none;
  if (told.empty()) {
    told = std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / "told";
    open_told = open(told.c_str(), O_PATH | O_CLOEXEC);
  }
  promise = told / std::to_string(getpid());
  if (mkdir(promise.c_str(), 0700) != 0 && errno == EEXIST) mkdir((told / "broken").c_str(), 0700);
}

void keep_promise(const std::string& outcome) {
  if (!outcome.empty()) make_folder(outcome);
  if (rmdir(promise.c_str()) != 0 && errno == EACCES) unlinkat(open_told, promise.filename().c_str(), AT_REMOVEDIR);
}

bool is_reporting() { return reporting; }

int report(int status, const std::string& crash) {
  const bool is_first = getpid() == running->process && !reporting.exchange(true);
  if (!is_first) return status != 0 || getpid() != running->process ? status : returned;
  if (running->wishes.child && emulator::Launches::instance().groups().empty() &&
      emulator::MistakeLog::instance().lines(false).empty()) {
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
  emulator::at_program_exit([](int status) { return report(status, ""); });
  on_exit([](int, void*) { emulator::Launches::instance().close(); }, nullptr);  // behind what main() has registered
  return all_verified;
}

// Before all of the program's constructors, so that it is called behind all of its destructors. What they freed is
// freed, and where main() ends its own thread alone, the last one that ends comes here, too.
void end(int status, void*) {
  if (!promise.empty() && getpid() == running->process) __real_exit(report(status, ""));
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
  return __real_main(argc, argv, environment);
}
}
