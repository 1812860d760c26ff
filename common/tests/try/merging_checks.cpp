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

// What the report says of nvcc on that line: "merged, 16 bytes: 128 requests, 256 wavefronts", "again, 32 requests, 128
// sectors"; "apart" where it says nothing.
std::string said_of_line(const std::string& report, int number) {
  std::istringstream lines(report);
  const std::string row = "merged.cu:" + std::to_string(number) + " ";
  bool in_row = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("merged.cu:")) in_row = line.starts_with(row);
    std::smatch found;
    static const std::regex words("nvcc may (merge neighbours into .* of (.*)|keep .*): then (.*); as written, .*");
    if (!in_row || !std::regex_search(line, found, words)) continue;
    return found[2].matched ? "merged, " + found[2].str() + ": " + found[3].str() : "again, " + found[3].str();
  }
  return "apart";
}

}  // namespace

TEST_CASE("tried: lines whose accesses nvcc may merge or save are marked, with the counts after that; others are not") {
  const Outcome outcome = run_program("merged");
  REQUIRE(outcome.status == 0);
  std::ifstream source(FILES "/language/merged.cu");
  int number = 0, said = 0, apart = 0;
  for (std::string line; std::getline(source, line);) {
    ++number;
    std::smatch found;
    if (!std::regex_search(line, found, std::regex("// ((merged|again), .*|apart)$"))) continue;
    ++(found[1] == "apart" ? apart : said);
    CAPTURE(number);
    CHECK(said_of_line(outcome.out, number) == found[1].str());
  }
  CHECK(said == 10);
  CHECK(apart == 12);
}

TEST_CASE("tried: a tiled product of matrices takes three quarters of the wavefronts once nvcc has merged") {
  CHECK_THAT(
      run_program("matrix_product").out,
      ContainsSubstring("then 81920 requests, 98304 wavefronts; as written, 131072 requests, 131072 wavefronts"));
}
