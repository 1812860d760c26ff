// What is said of lines whose accesses nvcc may merge.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// What the report says of merging on that line: "16 bytes: 128 requests, 256 wavefronts"; empty where it says nothing.
std::string said_of_line(const std::string& report, int number) {
  std::istringstream lines(report);
  const std::string row = "merged.cu:" + std::to_string(number) + " ";
  bool in_row = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("merged.cu:")) in_row = line.starts_with(row);
    std::smatch found;
    static const std::regex words("nvcc may merge neighbours into .* of (.*): then (.*); as written, .*");
    if (in_row && std::regex_search(line, found, words)) return found[1].str() + ": " + found[2].str();
  }
  return "";
}

}  // namespace

TEST_CASE("tried: lines whose accesses nvcc may merge are marked, with the counts after that; others are not") {
  const Outcome outcome = run_program("merged");
  REQUIRE(outcome.status == 0);
  std::ifstream source(FILES "/language/merged.cu");
  int number = 0, merged = 0, apart = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    std::smatch found;
    if (std::regex_search(line, found, std::regex("// merged, (.*)$"))) {
      ++merged;
      CHECK("line " + std::to_string(number) + ": " + said_of_line(outcome.out, number) ==
            "line " + std::to_string(number) + ": " + found[1].str());
    } else if (line.ends_with("// apart")) {
      ++apart;
      CHECK("line " + std::to_string(number) + ": " + said_of_line(outcome.out, number) ==
            "line " + std::to_string(number) + ": ");
    }
  }
  CHECK(merged == 9);
  CHECK(apart == 11);
}

TEST_CASE("tried: a tiled product of matrices takes three quarters of the wavefronts once nvcc has merged") {
  CHECK_THAT(
      run_program("matrix_product").out,
      ContainsSubstring("then 81920 requests, 98304 wavefronts; as written, 131072 requests, 131072 wavefronts"));
}
