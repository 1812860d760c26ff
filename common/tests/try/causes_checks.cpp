// Where a mistake shows somewhere else, the first line names its cause; and what is like it and right is left alone.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "tests/try/run_program.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;

namespace {

// Of the marked line. status: 0 where that is a remark.
void check_cause(const std::string& program, const std::string& words, int status = 1) {
  const Outcome outcome = run_program("causes", program);
  INFO(program << "\n" << outcome.out);
  CHECK(outcome.status == status);
  const auto found = findings_in(outcome.out, "causes");
  REQUIRE(!found.empty());
  CHECK_THAT(found[0], ContainsSubstring(place_of_mark("causes", program) + ": " + words));
}

// No report has these words in it.
void check_without(const std::string& program, const std::string& words) {
  const Outcome outcome = run_program("causes", program);
  INFO(program << "\n" << outcome.out);
  CHECK(outcome.out.find(words) == std::string::npos);
}

void check_harmless(const std::string& program, const std::string& words) {
  CHECK(run_program("causes", program).status == 0);
  check_without(program, words);
}

}  // namespace

TEST_CASE("tried: where blocks depend on each other, that is said before a barrier is missed") {
  for (const char* program : {"shifts_in_place", "adds_the_one_before", "divides_by_a_part", "steps_in_one_launch"})
    check_cause(program, "no order between blocks: ");
  for (const char* program : {"in_one_thread", "divides_by_all"}) check_harmless(program, "no order");
  check_without("steps_of_one_block", "no order");
}

TEST_CASE("tried: a size in elements is the cause of what goes past the end") {
  check_cause("allocates_elements", "wrong size: 1000 bytes for out, by \"count\": are these elements?");
  check_cause("allocates_managed_elements", "wrong size: 300 bytes for all, by \"wanted\"");
  check_cause("allocates_by_a_macro", "wrong size: 1024 bytes for out, by \"COUNT + 24\"");
  check_cause("shares_elements", "wrong size: 128 bytes for dynamic shared memory, by \"threads\"");
  check_cause("clears_elements", "filled in part: 1000 bytes of sums");
  check_cause("fetches_elements", "filled in part: 1000 of the 4000 bytes of out, by \"count\"", 0);
  for (const char* program : {"one_too_few", "bytes_by_a_macro"}) check_without(program, "sizeof");
  for (const char* program : {"shares_bytes", "clears_bytes", "fetches_a_quarter", "fetches_one"})
    check_harmless(program, "sizeof");
}

TEST_CASE("tried: a grid whose x and y are exchanged leaves blocks without work, and elements unwritten") {
  for (const char* program : {"exchanged_in_squares", "exchanged_in_rows", "exchanged_in_columns"}) {
    const Outcome outcome = run_program("causes", program);
    INFO(program << "\n" << outcome.out);
    CHECK_THAT(findings_in(outcome.out, "causes").at(0),
               ContainsSubstring(place_of_mark("causes", "exchanged") + ": never written: ") &&
                   ContainsSubstring("are x and y of the grid exchanged?"));
  }
  for (const char* program : {"covers_all", "covers_more", "covers_a_part"}) check_harmless(program, "exchanged?");
}

TEST_CASE("tried: a loop that leaves its array is named with its line") {
  for (const char* program : {"one_round_too_many", "unrolled_by_four", "a_window_at_the_end"}) {
    const Outcome outcome = run_program("causes", program);
    INFO(program << "\n" << outcome.out);
    CHECK_THAT(findings_in(outcome.out, "causes").at(0), ContainsSubstring(place_of_mark("causes", program)));
  }
  for (const char* program : {"a_window_inside", "four_by_four"}) check_harmless(program, "out of bounds");
}

TEST_CASE("tried: a result is lost where a copy goes the wrong way or brings the wrong array") {
  for (const char* program : {"uploads_over_the_result", "uploads_rows_over_the_result", "uploads_at_last",
                              "fetches_its_input", "fetches_the_other_one", "fetches_before_and_not_after"})
    check_cause(program, "never read: what causes.cu:", 0);
  for (const char* program : {"warms_up", "resets_after_each", "takes_turns", "fetches_both", "fetches_nothing"})
    check_harmless(program, "never read");
}
