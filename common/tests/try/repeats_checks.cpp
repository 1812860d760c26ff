// Launches that are like the one before, and those that only look so: the cases of found/found_repeats.cu.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <limits>
#include <regex>
#include <string>

#include "ladder/emulator/runtime/launches.hpp"
#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr int rounds = 60;
constexpr const char* soon_enough = "--observe\n1e-9\n";

Outcome run_case(const std::string& name, const std::string& wishes = soon_enough) {
  return run_program("found_repeats", "'" + name + "'", wishes);
}

// How many launches of the kernel ran: 0 where all did.
int launches_run(const std::string& report, const std::string& kernel) {
  const std::regex row("\n" + kernel + " at [^\n]* times, ([0-9]+) run, ");
  std::smatch found;
  return std::regex_search(report, found, row) ? std::stoi(found[1]) : 0;
}

std::size_t times(const std::string& text, const std::string& line) {
  std::size_t count = 0;
  for (std::size_t at = text.find(line); at != std::string::npos; at = text.find(line, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("what one kernel was observed for is taken from the others' time, down to a tenth") {
  const auto share = emulator::Launches::share_of;
  CHECK(share(10, 0) == 10);
  CHECK(share(10, 10) == 5);
  CHECK(share(10, 15) == 2.5);
  CHECK(share(10, 100) == 1);
  CHECK(share(1e9, 10) == 1e9 - 5);
  const double all = std::numeric_limits<double>::infinity();
  CHECK(share(all, 10) == all);
}

TEST_CASE("repeats: a launch that may do otherwise runs") {
  for (const char* name : {"adds",
                           "flips",
                           "counts",
                           "clock",
                           "managed",
                           "mapped",
                           "managed variable",
                           "memset",
                           "copy",
                           "copy on the device",
                           "kernel",
                           "host function",
                           "constant",
                           "variable",
                           "argument",
                           "grid",
                           "ticket",
                           "random",
                           "same address",
                           "set otherwise",
                           "set in part"}) {
    const Outcome outcome = run_case(name);
    INFO(name << ":\n" << outcome.out);
    CHECK(outcome.status == 0);
    CHECK(outcome.err == "");
  }
  CHECK(run_case("device", "--observe\n1e-9\n--gpus\n2\n").status == 0);
  const Outcome prints = run_case("prints");
  CHECK(times(prints.out, "plain\n1\n") == rounds);
  const Outcome beyond = run_case("less shared memory");
  CHECK(beyond.status == 1);
  CHECK_THAT(beyond.out, ContainsSubstring("out of bounds: thread (1, 0)"));
}

TEST_CASE("repeats: a launch like the one before is not run again, and counts") {
  for (const auto& [name, kernel] :
       {std::pair("same", "copy"), std::pair("same managed", "copy"), std::pair("in turn", "copy"),
        std::pair("in turn", "step"), std::pair("cudaLaunchKernel", "copy"), std::pair("copied again", "copy"),
        std::pair("set before", "add"), std::pair("copied before", "add"), std::pair("no wait", "copy")}) {
    const Outcome outcome = run_case(name);
    INFO(name << ":\n" << outcome.out);
    CHECK(outcome.status == (name == std::string("no wait") ? 1 : 0));
    CHECK_THAT(outcome.out, ContainsSubstring(", 60 times, "));
    CHECK(launches_run(outcome.out, kernel) > 1);
    CHECK(launches_run(outcome.out, kernel) < rounds / 2);
  }
}

TEST_CASE("repeats: one that is not run takes as long as the one before, and is waited for") {
  const std::string out = run_case("same").out;
  std::smatch found;
  REQUIRE(std::regex_search(out, found, std::regex("took ([0-9.]+) of the host's time")));
  CHECK(std::stod(found[1]) > 2);
  CHECK(run_case("same managed").status == 0);
  const Outcome unordered = run_case("no wait");
  CHECK(unordered.status == 1);
  CHECK_THAT(unordered.out, ContainsSubstring("no order between streams: this work reads made, and nothing says that"));
}

TEST_CASE("repeats: who wants all launches observed gets them") {
  for (const char* name : {"same", "no wait"}) {  // in one stream, in several
    CHECK_THAT(run_case(name, "--observe\ninf\n").out, ContainsSubstring("copy at found_repeats.cu:") &&
                                                           ContainsSubstring(", 60 times 256x1 -") &&
                                                           !ContainsSubstring(" run, "));
  }
}
