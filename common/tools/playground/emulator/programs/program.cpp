// A whole program in a tab: what its launches did is what ./learn try says of it.
#include "tools/try/program.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cstdlib>
#include <iostream>
#include <sstream>

#include "answer.hpp"
#include "ladder/emulator/block/block.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/device_variables.hpp"
#include "ladder/emulator/memory/global_memory.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/report/limits_report.hpp"
#include "ladder/report/show_json.hpp"
#include "ladder/report/terminal.hpp"
#include "tools/try/machine_code.hpp"
#include "tools/try/program_report.hpp"
#include "tools/try/program_text.hpp"

asm(".globaltype __stack_pointer, i32");
extern "C" int __main_void();  // the program's main(), whatever it takes

namespace ladder {
namespace {

constexpr double seconds_observed = 2;  // of each kernel

int status = 0;
std::string crash = "it was stopped";
std::uintptr_t first_frame = 0;  // the stack pointer before main()

// Ends as a program that gets a signal.
[[noreturn]] void trap(int signal, const std::string& how) {
  status = 128 + signal;
  crash = how;
  __builtin_trap();
}

// In a tab no page can be closed to the host: each of its accesses is looked at.
void on_host_access(const void* address, emulator::Access operation, std::uintptr_t site) {
  auto& all = emulator::Allocations::instance();
  const emulator::Allocation* const found = all.find(address);
  const bool was_freed = found == nullptr && all.find_freed(address) != nullptr;
  const bool is_closed =
      found != nullptr &&
      (found->open_to_host == PROT_NONE || (found->open_to_host == PROT_READ && operation != emulator::Access::load));
  if ((!was_freed && !is_closed) || all.let_host_touch(address, site)) return;
  trap(11, fmt::format("it ended with signal 11 at {} (Segmentation fault)", emulator::place_of(site)));
}

// Behind all that the program has for its end.
void end() {
  crash.clear();
  playground::answer_now();
}
[[gnu::constructor(101)]] void answer_at_the_end() { std::atexit(end); }

}  // namespace

bool tried::sees_faults() { return true; }
std::uintptr_t emulator::site_in_program(std::uintptr_t site) { return site; }

// {"name", "columns"}: what the program is called, letters of a line.
Json playground::answer_to(const Json& asked) {
  std::cout.exceptions(std::ios::goodbit);  // the program may have asked for some
  std::cout.flush();
  emulator::Launches::instance().close();
  tried::look_around(crash.empty());
  std::istringstream nothing;
  static const tried::MachineCode none(nothing);
  tried::Wishes wishes;
  wishes.name = asked["name"];
  const std::vector<Result> all = tried::results(wishes.name, {}, wishes.gpu, none);
  const tried::Ending ending{status, crash};
  const std::size_t columns = asked.value("columns", 100);
  const std::string counts = tried::counts_of(wishes, all, ending, columns, nullptr),
                    mistakes = tried::mistakes_of(all, columns);
  const std::vector<Finding> wrong = tried::findings(all);
  Json findings = Json::array();
  for (const Finding& finding : wrong) findings.push_back(place_of(finding));
  return {{"report", wrong.empty() ? counts + mistakes : counts},
          {"failures", wrong.empty() ? "" : mistakes},
          {"limits", wrapped(limits_in_words(all, columns), columns)},
          {"is_good", tried::is_good(all) && crash.empty() && status == 0},
          {"findings", findings},
          {"json", Json::parse(tried::to_json({{"", "", ""}, all}, {}, status))},
          {"show", Json::parse(show_to_json(all, tried::findings_of_run(all, ending)))}};
}

}  // namespace ladder

// Runs the program, which ends by exit(): the answer is there then.
extern "C" __attribute__((export_name("run"))) void run() {
  using namespace ladder;
  setenv("LADDER_TIME_LIMIT", "20", 1);
  emulator::Devices::instance().make(1);
  emulator::Variables::instance().begin(1);
  emulator::Launches::instance().observe_for(seconds_observed);
  emulator::Launches::instance().trace(most_shown_requests);
  emulator::GlobalMemory::instance().know_others(emulator::describe);
  emulator::on_host_access = on_host_access;
  asm volatile("global.get __stack_pointer\n local.set %0" : "=r"(first_frame));
  std::exit(status = __main_void());
}

// It has ended otherwise: by what the browser says, and run.mjs numbers.
[[gnu::noinline]] static void answer_of(int how) {
  using namespace ladder;
  constexpr std::pair<int, const char*> ways[] = {
      {6, "it was aborted, or stopped by what the browser does not tell"},
      {8, "Floating point exception: an integer is divided by 0"},
      {11, "Segmentation fault: there is no memory at an address, or a local array is too large"},
      {11, "the stack is full: a function that calls itself for ever, or large local arrays?"},
      {6, "it was aborted: an exception that nothing catches"}};
  if (status == 0) {
    status = 128 + ways[how].first;
    crash = fmt::format("it ended with signal {} ({})", ways[how].first, ways[how].second);
  }
  playground::answer_now();
}
extern "C" __attribute__((export_name("ended"))) void ended(int how) {
  asm volatile("local.get %0\n global.set __stack_pointer" ::"r"(ladder::first_frame));
  answer_of(how);
}

extern "C" {
int __real___cxa_atexit(void (*function)(void*), void* argument, void* library);
// What the emulator has stays until the report is written: the destructors of the program's own alone are called.
int __wrap___cxa_atexit(void (*)(void*), void*, void*) { return 0; }
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }
[[noreturn]] void __wrap_abort() { ladder::trap(6, "it ended with signal 6 (it was aborted)"); }
[[noreturn]] void __real_exit(int);
[[noreturn]] void __wrap_exit(int with) {
  ladder::status = with;
  __real_exit(with);
}
}
