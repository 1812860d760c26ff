#include <algorithm>
#include <fstream>

#include "ladder/base/shell.hpp"
#include "ladder/engine/engine.hpp"
#include "tests/planted/examiner.hpp"
#include "tools/exercise/question.hpp"

namespace ladder::planted {

// Written by plant.cmake.
std::vector<Bug<exercise::Launch>> bugs();

namespace {

// Failures; and costs beyond the contract.
std::vector<Finding> found_in(const std::vector<exercise::Launch>& answer) {
  const auto engine = make_emulator();
  const auto examination = exercise::examine(*engine, exercise::exercise(), answer);
  const auto parts = exercise::parts_of(examination);
  CHECK_FALSE(std::all_of(parts.begin(), parts.end(), [](const exercise::Part& part) { return part.good; }));
  if (!examination.failures.empty()) CHECK((examination.fault() == std::string("hazard")) == parts.front().good);
  std::vector<Finding> findings = examination.failures;
  for (const exercise::Cost& cost : examination.costs) {
    if (cost.within_limit) continue;
    findings.push_back(cost.breach);
    findings.back().words = cost.words + "; " + cost.breach.words;
  }
  return findings;
}

}  // namespace

TEST_CASE("every mistake is found and named") {
  CHECK_FALSE(bugs().empty());
  for (const auto& mistake : bugs()) check_found(mistake, found_in);
}

TEST_CASE("a blank is empty where between its marks, and beside them, there is nothing but comments") {
  const TemporaryFolder folder;
  const auto is_empty = [&](const std::string& text) {
    std::ofstream(folder.path / "exercise.cuh") << text << "\n";
    return exercise::blank_is_empty(folder.path / "exercise.cuh");
  };
  const std::string begin = "  // --- your code: begin ---", end = "  // --- your code: end ---", code = "  x = 1;";
  CHECK(is_empty(begin + "\n" + end));
  CHECK(is_empty(begin + "\n  // to be done\n\n" + end + "\n" + code));
  CHECK(is_empty(begin + code + "\n" + end));  // a comment
  CHECK_FALSE(is_empty(begin + "\n" + code + "\n" + end));
  CHECK_FALSE(is_empty(begin + "\n" + code + end));
  CHECK_FALSE(is_empty(code + begin + "\n" + end));
  CHECK_FALSE(is_empty(code));
}

}  // namespace ladder::planted
