// The executables as a user meets them: exit status, what goes to which stream, what is left behind.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "json_report.hpp"
#include "tests/run_executable.hpp"

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using namespace ladder;
namespace fs = std::filesystem;

namespace {

Outcome run_good(const std::string& arguments) {
  return run_executable(GOOD_CHAPTER, "--device emulator " + arguments);
}

void check_refused(const Outcome& outcome, int status, const std::string& words) {
  CHECK(outcome.status == status);
  CHECK(outcome.out == "");
  CHECK_THAT(outcome.err, StartsWith("error: ") && ContainsSubstring(words));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
}

}  // namespace

TEST_CASE("a healthy chapter ends with 0 and its table on standard output") {
  const Outcome outcome = run_good("--rows 70 --cols 40");
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  CHECK_THAT(outcome.out, StartsWith("step3_padded on the emulator (asked for)") && ContainsSubstring("70 x 40") &&
                              ContainsSubstring("swizzled_32x8"));
}

TEST_CASE("bad usage ends with 2 and one line") {
  check_refused(run_good("--rows 0"), 2, "--rows");
  check_refused(run_good("--rows -3"), 2, "--rows");
  check_refused(run_good("--rows abc"), 2, "--rows");
  check_refused(run_good("--variant nosuch"), 2, "--variant: takes pad1_32x32, ");
  check_refused(run_good("--json /nosuch/folder/file"), 2, "--json");
  check_refused(run_good("--rows 2147483647 --cols 2147483647"), 2, "--rows, --cols");
}

TEST_CASE("a wish for a GPU that is not there ends with 3 and one line") {
  const Outcome outcome = run_executable(GOOD_CHAPTER, "--device gpu --rows 32 --cols 32");
  if (outcome.status == 0) SKIP("there is a GPU");
  check_refused(outcome, 3, "--device gpu");
  check_refused(run_good("--peers"), 3, "--peers");
}

TEST_CASE("wrong variants end with 1 and say what is wrong") {
  const Outcome outcome = run_executable(WRONG_CHAPTER, "--device emulator --rows 64 --cols 48");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("not_transposed: row 0, column 1") &&
                              ContainsSubstring("without_barrier: variants.cu:") &&
                              ContainsSubstring("without_bound: variants.cu:"));
  CHECK(run_executable(WRONG_CHAPTER, "--device emulator --rows 64 --cols 48 --variant without_barrier").status == 1);
}

TEST_CASE("option --json - leaves nothing but JSON on standard output") {
  const Outcome outcome = run_good("--rows 33 --cols 65 --variant pad1_32x8 --json -");
  CHECK(outcome.status == 0);
  const auto report = ladder::from_json(outcome.out);
  REQUIRE(report.results.size() == 1);
  CHECK(report.results[0].variant == "pad1_32x8");
  CHECK(report.results[0].verified);
  CHECK(report.results[0].sizes == ladder::Sizes{{"rows", 33}, {"cols", 65}});
}

TEST_CASE("option --json FILE holds every variant, chosen ones in the order asked for") {
  const Folder folder;
  const fs::path file = folder.path / "a file.json";
  CHECK(run_good("--rows 64 --cols 64 --json '" + file.string() + "'").status == 0);
  const auto all = ladder::from_json(contents(file));
  CHECK(all.results.size() == 4);
  CHECK(run_good("--rows 64 --cols 64 --variant swizzled_32x8 --variant pad1_32x32 --json '" + file.string() + "'")
            .status == 0);
  const auto two = ladder::from_json(contents(file));
  REQUIRE(two.results.size() == 2);
  CHECK(two.results[0].variant == "swizzled_32x8");
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("several reports become one, with what else is to be kept") {
  const Folder folder;
  const std::string one = "'" + (folder.path / "one.json").string() + "'";
  REQUIRE(run_good("--rows 8 --cols 8 --json " + one).status == 0);
  const Outcome merged = run_executable(LADDER_TABLE, "--no-table --json - --context gpu='a=b' " + one + " " + one);
  CHECK(merged.status == 0);
  const auto report = ladder::from_json(merged.out);
  CHECK(report.results.size() == 8);
  CHECK(report.context.more == std::vector<std::pair<std::string, std::string>>{{"gpu", "a=b"}});
  check_refused(run_executable(LADDER_TABLE, "--context gpu --json - " + one), 2,
                "--context: takes NAME=VALUE, not 'gpu'");
}

TEST_CASE("option --list, --help and --version end with 0") {
  CHECK_THAT(run_good("--list").out, ContainsSubstring("pad1_64x64_32x8\n"));
  CHECK_THAT(run_good("--help").out, ContainsSubstring("--rows") && ContainsSubstring("Exit status"));
  CHECK_THAT(run_good("--version").out, ContainsSubstring("Memory Ladder"));
}
