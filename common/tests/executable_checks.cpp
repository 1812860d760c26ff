// The executables as a user meets them: exit status, what goes to which stream, what is left behind.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/files.hpp"
#include "ladder/report/json_report.hpp"
#include "tests/run_executable.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
namespace fs = std::filesystem;

namespace {

Outcome run_good(const std::string& arguments) {
  return run_executable(GOOD_CHAPTER, "--device emulator " + arguments);
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

TEST_CASE("profile without what it needs says so in one line") {
  const std::string profile = std::string(EXECUTABLES) + "/profile";
  check_refused(run_executable(profile, "nosuch"), 2, "nosuch");
  check_refused(run_executable(profile, ""), 2, "CHAPTER");
  const Outcome outcome = run_executable(profile, "step3_padded");
  if (outcome.out != "") SKIP("there is a GPU and Nsight Compute");
  check_refused(outcome, 3, "");
}

TEST_CASE("wrong variants end with 1 and say what is wrong") {
  const Outcome outcome = run_executable(WRONG_CHAPTER, "--device emulator --rows 64 --cols 48");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("not_transposed: variants.cu:7: in[") &&
                              ContainsSubstring("out[0][1] holds in[0][1], not in[1][0]") &&
                              ContainsSubstring("without_barrier: variants.cu:") &&
                              ContainsSubstring("without_bound: variants.cu:"));
  CHECK(run_executable(WRONG_CHAPTER, "--device emulator --rows 64 --cols 48 --variant without_barrier").status == 1);
}

TEST_CASE("what tells why is built once at most, and a wrong result is told without it, too") {
  const TemporaryFolder folder;
  const auto log = folder.path / "log";
  const std::string no_build = "echo asked >>" + shell_quoted(log) + "; false";
  const Outcome outcome = outcome_of("LADDER_BUILD_CAUSES=" + shell_quoted(no_build) + " " +
                                     shell_quoted(WRONG_CHAPTER) + " --device emulator --rows 64 --cols 48");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, ContainsSubstring("out[0][1] holds in[0][1], not in[1][0]") &&
                              !ContainsSubstring(" ends in ") && ContainsSubstring("wrong_chapter_with_causes"));
  CHECK(contents(log) == "asked\n");
}

TEST_CASE("what tells why of kernels that were edited since is not asked") {
  const TemporaryFolder folder;
  const auto chapter = folder.path / "chapter", with_causes = folder.path / "chapter_with_causes";
  std::filesystem::copy_file(WRONG_CHAPTER, chapter);
  std::ofstream(with_causes) << "#!/bin/sh\nexit 42\n";
  std::filesystem::permissions(with_causes, std::filesystem::perms::owner_all);
  const auto status = [&](const std::string& environment = "") {
    return outcome_of(environment + shell_quoted(chapter) + " --device emulator --rows 64 --cols 48 2>&1").status;
  };
  CHECK(status() == 42);
  std::filesystem::last_write_time(with_causes, std::filesystem::last_write_time(chapter) - std::chrono::seconds(1));
  CHECK(status() == 1);
  std::filesystem::remove(with_causes);
  CHECK(status() == 1);
  CHECK(status("LADDER_BUILD_CAUSES=true ") == 1);  // which makes nothing
}

TEST_CASE("option --json - leaves nothing but JSON on standard output") {
  const Outcome outcome = run_good("--rows 33 --cols 65 --variant pad1_32x8 --json -");
  CHECK(outcome.status == 0);
  const auto report = from_json(outcome.out);
  REQUIRE(report.results.size() == 1);
  CHECK(report.results[0].variant == "pad1_32x8");
  CHECK(report.results[0].verified);
  CHECK(report.results[0].sizes == Sizes{{"rows", 33}, {"cols", 65}});
}

TEST_CASE("option --quiz asks before the table, and leaves the JSON as it is") {
  const std::string answers = "printf '4 4 1 1\\n' | ",
                    quiz = shell_quoted(GOOD_CHAPTER) + " --device emulator --rows 64 --cols 64 --quiz ";
  const Outcome asked = outcome_of(answers + quiz);
  CHECK(asked.status == 0);
  CHECK(asked.err == "");
  const auto question = asked.out.find("wavefronts per store?   right"), table = asked.out.find("verified");
  CHECK(question < table);
  CHECK(table != std::string::npos);
  const Outcome with_json = outcome_of(answers + quiz + "--json -");
  CHECK(with_json.status == 0);
  CHECK(nlohmann::json::parse(with_json.out).contains("benchmarks"));
  CHECK_THAT(with_json.err, ContainsSubstring("1 of 1 right"));
  CHECK(outcome_of(quiz + "</dev/null").status == 0);
}

TEST_CASE("option --json FILE holds every variant, chosen ones in the order asked for") {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "a file.json";
  CHECK(run_good("--rows 64 --cols 64 --json '" + file.string() + "'").status == 0);
  const auto all = from_json(contents(file));
  CHECK(all.results.size() == 4);
  CHECK(run_good("--rows 64 --cols 64 --variant swizzled_32x8 --variant pad1_32x32 --json '" + file.string() + "'")
            .status == 0);
  const auto two = from_json(contents(file));
  REQUIRE(two.results.size() == 2);
  CHECK(two.results[0].variant == "swizzled_32x8");
  CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("where addresses are scarce, a chapter runs and says what is lost") {
  const std::string chapter = ladder::shell_quoted(GOOD_CHAPTER) + " --device emulator --rows 64 --cols 64 --json -";
  if (ladder::outcome_of("ulimit -v 4000000; " + ladder::shell_quoted(GOOD_CHAPTER) + " --list").status != 0) {
    SKIP("the address sanitizer needs more");
  }
  const Outcome scarce = ladder::outcome_of("ulimit -v 4000000; " + chapter);
  CHECK(scarce.status == 0);
  CHECK(from_json(scarce.out).results.size() == 4);
  CHECK_THAT(scarce.err, ContainsSubstring("note: addresses are scarce here (ulimit -v)"));
  CHECK(scarce.err.find("note:") == scarce.err.rfind("note:"));  // once
  CHECK_THAT(ladder::outcome_of(chapter).err, !ContainsSubstring("note:"));
}

TEST_CASE("a variant that is named twice runs once") {
  const Outcome outcome = run_good("--rows 8 --cols 8 --variant pad1_32x8 --variant pad1_32x8 --json -");
  CHECK(from_json(outcome.out).results.size() == 1);
}

TEST_CASE("output that does not fit the disk is an error, and what can be kept is kept") {
  const TemporaryFolder folder;
  const fs::path file = folder.path / "kept.json";
  const Outcome table = run_good("--rows 8 --cols 8 --json '" + file.string() + "' >/dev/full");
  CHECK(table.status == 1);
  CHECK_THAT(table.err, ContainsSubstring("error: standard output"));
  CHECK(from_json(contents(file)).results.size() == 4);
  CHECK(run_good("--list >/dev/full").status == 1);
  const Outcome json = run_good("--rows 8 --cols 8 --json /dev/full");
  CHECK(json.status == 1);
  CHECK_THAT(json.err, ContainsSubstring("--json: cannot write '/dev/full'"));
}

TEST_CASE("a run that is interrupted leaves no file behind") {
  const TemporaryFolder folder;
  const std::string chapter = ladder::shell_quoted(GOOD_CHAPTER);
  // Not started in the background, where a shell lets programs ignore the signal.
  const Outcome outcome = ladder::outcome_of("cd " + folder.path.string() + "; timeout --preserve-status -s INT 2 " +
                                             chapter + " --device emulator --rows 10000 --cols 10000 --json a.json");
  CHECK_THAT(outcome.out, ContainsSubstring("10000 x 10000 floats"));
  CHECK(outcome.status == 130);
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("red is for a terminal alone") {
  const std::string wrong = ladder::shell_quoted(WRONG_CHAPTER) +
                            " --device emulator --rows 16 --cols 12 --variant not_transposed --variant without_bound";
  const std::string on_a_terminal = "script -qec " + ladder::shell_quoted(wrong) + " /dev/null </dev/null";
  const bool has_terminal = ladder::outcome_of("script -qec true /dev/null </dev/null").status == 0;
  if (!has_terminal) SKIP("there is no `script`, which plays a terminal, or no terminal for it");
  CHECK_THAT(ladder::outcome_of("unset NO_COLOR; TERM=xterm " + on_a_terminal).out,
             ContainsSubstring("\033[31mWRONG\033[0m") && ContainsSubstring("\033[31mHAZARD\033[0m"));
  CHECK_THAT(ladder::outcome_of("NO_COLOR=1 TERM=xterm " + on_a_terminal).out,
             ContainsSubstring("WRONG") && !ContainsSubstring("\033"));
  const Outcome plain = ladder::outcome_of(wrong);
  CHECK_THAT(plain.out + plain.err, ContainsSubstring("HAZARD") && !ContainsSubstring("\033"));
}

TEST_CASE("several reports become one, with what else is to be kept") {
  const TemporaryFolder folder;
  const std::string one = "'" + (folder.path / "one.json").string() + "'";
  REQUIRE(run_good("--rows 8 --cols 8 --json " + one).status == 0);
  const Outcome merged = run_executable(LADDER, "table --no-table --json - --context gpu='a=b' " + one + " " + one);
  CHECK(merged.status == 0);
  const auto report = ladder::from_json(merged.out);
  CHECK(report.results.size() == 8);
  CHECK(report.context.more == std::vector<std::pair<std::string, std::string>>{{"gpu", "a=b"}});
  check_refused(run_executable(LADDER, "table --context gpu --json - " + one), 2,
                "--context: takes NAME=VALUE, not 'gpu'");
}

TEST_CASE("option --trace writes the requests of block 0, which add up to what is counted") {
  const std::string one_block = "--rows 32 --cols 32 --variant pad1_32x8 ";
  const auto trace = nlohmann::json::parse(run_good(one_block + "--trace -").out).at("traces").at(0);
  CHECK(trace.at("name") == "step3_padded/pad1_32x8");
  std::map<std::string, std::uint64_t> seen;
  for (const auto& request : trace.at("requests")) {
    const std::string kind = std::string(request.at("space")) + " " + std::string(request.at("operation"));
    seen[kind] += request.value("sectors", request.value("wavefronts", std::uint64_t{0}));
    CHECK(request.at("lanes").size() == 32);
  }
  const auto counters = ladder::from_json(run_good(one_block + "--json -").out).results.at(0).counters.value();
  CHECK(seen == std::map<std::string, std::uint64_t>{{"global load", counters.global_load_sectors},
                                                     {"global store", counters.global_store_sectors},
                                                     {"shared load", counters.shared_load_wavefronts},
                                                     {"shared store", counters.shared_store_wavefronts}});

  // Of the other blocks nothing.
  const auto many_blocks = run_good("--rows 96 --cols 64 --variant pad1_32x8 --trace -").out;
  CHECK(nlohmann::json::parse(many_blocks).at("traces").at(0).at("requests").size() == trace.at("requests").size());
}

TEST_CASE("option --trace tells where each lane is") {
  const auto trace = nlohmann::json::parse(run_good("--rows 32 --cols 32 --variant pad1_32x8 --trace -").out);
  const auto& requests = trace.at("traces").at(0).at("requests");
  // Warp 5 reads column 5 of its tile: lane l word 33 l + 5, in bank (l + 5) % 32.
  const auto load = std::find_if(requests.begin(), requests.end(), [](const auto& request) {
    return request.at("warp") == 5 && request.at("space") == "shared" && request.at("operation") == "load";
  });
  REQUIRE(load != requests.end());
  CHECK(load->at("file") == "kernel.cuh");
  CHECK(load->at("barriers") == 1);
  CHECK(load->at("bytes") == 4);
  for (int lane = 0; lane < 32; ++lane) {
    const auto& at = load->at("lanes").at(lane);
    CHECK(at == nlohmann::json{
                    {"lane", lane}, {"array", "tile"}, {"offset", 4 * (33 * lane + 5)}, {"bank", (lane + 5) % 32}});
  }
}

TEST_CASE("option --trace shows the same each time, also of blocks of which the last does more") {
  const auto trace = [] {
    return run_executable(EXECUTABLES "/reduction", "--device emulator --elements 16384 --variant vectorized --trace -")
        .out;
  };
  const std::string first = trace();
  for (int again = 0; again < 15; ++again) REQUIRE(trace() == first);
}

TEST_CASE("only one of --json and --trace goes to standard output") {
  check_refused(run_good("--json - --trace -"), 2, "--json, --trace");
  check_refused(run_good("--json - --show -"), 2, "--json, --show");
  check_refused(run_good("--show /nosuch/folder/file"), 2, "--show: cannot write");
  check_refused(run_good("--trace /nosuch/folder/file"), 2, "--trace: cannot write");
  check_refused(run_good("--json /tmp/kernel.cuh"), 2, "--json: '/tmp/kernel.cuh' is named as source code");
}

TEST_CASE("option --list, --help and --version end with 0") {
  CHECK_THAT(run_good("--list").out, ContainsSubstring("pad1_64x64_32x8\n"));
  CHECK_THAT(run_good("--help").out, ContainsSubstring("--rows") && ContainsSubstring("Exit status"));
  CHECK_THAT(run_good("--version").out, ContainsSubstring("Memory Ladder"));
}

TEST_CASE("what stands below a table is dim on a terminal, and plain elsewhere") {
  const std::string sums = "/reduction' --device emulator --elements 16384 --variant vectorized",
                    links = "/many_gpus' --device emulator --gpus 2 --variant fused";
  for (const auto& [chapter, notes] :
       {std::pair{sums, "reference: "}, {links, "links: each "}, {links, "sectors: 32-"}}) {
    const std::string shown = "LADDER_COLUMNS=80 TERM=xterm '" EXECUTABLES + chapter;
    CHECK_THAT(run_executable("env", shown).out, ContainsSubstring(std::string("\033[2m") + notes));
    CHECK_THAT(run_executable("env", "NO_COLOR=1 " + shown).out,
               ContainsSubstring(std::string("\n") + notes) && !ContainsSubstring("\033"));
  }
}
