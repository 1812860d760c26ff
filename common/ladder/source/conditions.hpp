// Which conditions the source sets before a line is come to.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ladder/engine/code_place.hpp"
#include "ladder/source/accesses.hpp"

namespace ladder {

struct Condition {
  std::string text;  // "if (row < rows)", "if (col >= cols) return", "for (i < TILE; i += 8)"
  CodePlace at;
  std::set<std::string> names{};  // in it
  std::set<std::string> parts{};  // of these, and of what gave them their values: those that threads may differ in
  bool leaves = false;            // where it holds, the line is not come to
  // As a parameter of a template, which chooses between kernels.
  bool is_the_same_for_all() const {
    return parts.empty() && !names.contains("threadIdx") && !names.contains("blockIdx");
  }
  bool operator==(const Condition& other) const { return text == other.text && at.line == other.at.line; }
};

// Those around a line, and those before it that may leave the function, or the loop, that it stands in; with those of
// its callers, the outermost first. Of `for` loops those are left out that go the same for all threads. Where the test
// is held in a variable, its value stands behind it, and its place is there: "if (whole), whole = first + 8 <= rows".
// array: the one that the line uses last behind them, where it uses several.
std::vector<Condition> conditions_on(const CodePlace& line, const Callers& callers, const std::string& array = "");

// The conditions on an access that compare what its index is made of (where its line does not name the array: any index
// there), or what its callers give for that: they should keep it in bounds. And the variables in the index that threads
// may differ in and that no such condition has a part of. own: only those that name what the index is made of, and not
// what is made of it.
struct IndexTests {
  std::vector<Condition> tests{};  // the nearest last
  std::vector<std::string> untested{};
};
IndexTests tests_of_index(const SourceAccess& access, bool own);

// A sum in the line, or in what its callers give, "col + 3", of which no test is, and the nearest test of what it adds
// to, or of what the caller gives for that. None where there is none.
struct UntestedSum {
  std::string text;
  Condition test;
};
std::optional<UntestedSum> untested_sum(const CodePlace& line, const Callers& callers,
                                        const std::vector<Condition>& tests);

// Whether a test lets through what equals its limit: "if (col > cols) return", "if (t <= d)".
bool includes_its_limit(const Condition& test);

// Whether a test of two comparisons lets through where only one of them keeps out: "if (row >= rows && col >= cols)
// return".
bool joins_the_wrong_way(const Condition& test);

// The nearest test before the line that threads may pass differently: "if (row < rows) at kernel.cuh:33". Empty where
// there is none, but for those behind which a thread has ended.
std::string uneven_test(const CodePlace& line, const Callers& callers);

}  // namespace ladder
