// What is said of lines whose accesses nvcc may merge.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "ladder/base/files.hpp"
#include "ladder/base/shell.hpp"
#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// What the report says of nvcc on that line: "merged, 16 bytes: 128 requests, 256 wavefronts", "again, 32 requests, 128
// sectors"; "apart" where it says nothing. It may do so, or it did.
std::string said_of_merging(const std::string& report, int number) {
  static const std::regex words(
      "nvcc (?:may )?(merged? neighbours into .* of (.*)|keep .*): (?:then )?(.*); as written, .*");
  for (const std::string& line : said_of_line(report, "merged.cu", number)) {
    std::smatch found;
    if (!std::regex_search(line, found, words)) continue;
    return found[2].matched ? "merged, " + found[2].str() + ": " + found[3].str() : "again, " + found[3].str();
  }
  return "apart";
}

// Holds each line to what stands behind it in the source.
void check_lines(const Outcome& outcome) {
  REQUIRE(outcome.status == 0);
  int said = 0, apart = 0;
  const std::regex expected("// ((merged|again), .*|apart)$");
  for_each_expected("merged.cu", expected, [&](int number, const std::smatch& found) {
    ++(found[1] == "apart" ? apart : said);
    CAPTURE(number);
    CHECK(said_of_merging(outcome.out, number) == found[1].str());
  });
  CHECK(said == 12);
  CHECK(apart == 13);
}

// The program merged, with this as its machine code.
Outcome run_merged(const std::string& machine_code, const std::string& wishes = "") {
  const TemporaryFolder folder;
  const std::string file = folder.path / "merged.sass";
  std::ofstream(file) << machine_code;
  return run_program("merged", "", "--machine-code\n" + file + "\n" + wishes);
}

}  // namespace

TEST_CASE("tried: lines whose accesses nvcc may merge or save are marked, with the counts after that; others are not") {
  const Outcome outcome = run_program("merged");
  check_lines(outcome);
  CHECK_THAT(outcome.out, !ContainsSubstring("nvcc merged"));
}

TEST_CASE("tried: nvcc's machine code decides which accesses it merged") {
  const std::string code = contents(FILES "/merged.sass");
  const Outcome outcome = run_merged(code);
  check_lines(outcome);
  CHECK_THAT(outcome.out, !ContainsSubstring("nvcc may merge"));

  const int line = 23;
  CHECK(said_of_merging(outcome.out, line) == "merged, 16 bytes: 128 requests, 256 wavefronts");
  CHECK(said_of_merging(run_merged(std::regex_replace(code, std::regex("LDS\\.128"), "LDS")).out, line) == "apart");
  CHECK(said_of_merging(run_merged(std::regex_replace(code, std::regex("LDS\\.128"), "LDS.64")).out, line) ==
        "merged, 8 bytes: 256 requests, 256 wavefronts");
}

TEST_CASE("tried: the counters of what nvcc made stand in the JSON, where its machine code is known") {
  const TemporaryFolder folder;
  const std::string json = folder.path / "merged.json";
  const auto shared_loads_of = [&](const std::string& counters, const std::string& machine_code) {
    run_merged(machine_code, "--json\n" + json + "\n");
    const auto report = nlohmann::json::parse(contents(json));
    for (const auto& entry : report.at("benchmarks")) {
      if (entry.at("kernel") == "merged_row" && entry.contains(counters))
        return entry.at(counters).at("shared_load_requests").get<int>();
    }
    return 0;
  };
  const std::string code = contents(FILES "/merged.sass");
  CHECK(shared_loads_of("counters", code) == 512);
  CHECK(shared_loads_of("counters_made", code) == 128);
  CHECK(shared_loads_of("counters_made", "") == 0);
}

TEST_CASE("tried: what nvcc may or may not do stands in the JSON, and whether a kernel prints") {
  const TemporaryFolder folder;
  const std::string json = folder.path / "out.json";
  const auto choices_of = [&](const std::string& machine_code) {
    run_merged(machine_code, "--json\n" + json + "\n");
    std::map<std::string, int> loads;  // less, by words
    const auto report = nlohmann::json::parse(contents(json));
    for (const auto& entry : report.at("benchmarks")) {
      CHECK(entry.at("prints") == false);
      if (entry.at("kernel") != "merged_row") continue;
      for (const auto& may : entry.at("nvcc_may")) {
        loads[may.at("words").get<std::string>()] = may.at("more").at("shared_load_requests").get<int>();
      }
    }
    return loads;
  };
  CHECK(choices_of("") == std::map<std::string, int>{{"merges neighbours at merged.cu:23", 128 - 512}});
  CHECK(choices_of(contents(FILES "/merged.sass")).empty());
  run_program("found_repeats", "prints", "--json\n" + json + "\n");
  const auto report = nlohmann::json::parse(contents(json));
  CHECK(std::ranges::any_of(report.at("benchmarks"), [](const auto& entry) { return entry.at("prints") == true; }));
}

TEST_CASE("tried: nvcc's machine code tells which accesses it split") {
  const TemporaryFolder folder;
  const std::string code = folder.path / "split.sass";
  std::map<std::string, int> lines;
  for_each_expected("split.cu", std::regex("// by the (sum|subscript)$"),
                    [&](int number, const std::smatch& found) { lines[found[1]] = number; });
  // As of nvcc 13.0.88 for sm_90: four stores of the sum's, one of the subscript's.
  std::ofstream file(code);
  const auto kernel = [&](const char* name, int line, const char* store, int times) {
    file << "\t.section\t.text." << name << ",\"ax\",@progbits\n\t//## File \"split.cu\", line " << line << "\n";
    for (int i = 0; i < times; ++i) file << "        /*0150*/ " << store << " desc[UR4][R2.64], R4 ;\n";
  };
  kernel("_Z7columnsILb1EEvPKfPfmm", lines.at("sum"), "STG.E", 16);
  kernel("_Z7columnsILb0EEvPKfPfmm", lines.at("subscript"), "STG.E.128", 4);
  file.close();
  const Outcome outcome = run_program("split", "", "--machine-code\n" + code + "\n");
  const auto words_of = [&](const char* spelling) {
    std::string text;
    for (const std::string& said : said_of_line(outcome.out, "split.cu", lines.at(spelling))) text += said + "\n";
    return text;
  };
  CHECK_THAT(words_of("sum"), ContainsSubstring("nvcc split each into stores of 4 bytes: 128 requests, 2,048 sectors; "
                                                "as written, 32 requests, 512 sectors"));
  CHECK_THAT(words_of("subscript"), !ContainsSubstring("nvcc split"));
}

TEST_CASE("tried: a tiled product of matrices takes three quarters of the wavefronts once nvcc has merged") {
  CHECK_THAT(
      run_program("matrix_product").out,
      ContainsSubstring("then 81,920 requests, 98,304 wavefronts; as written, 131,072 requests, 131,072 wavefronts"));
}
