// Which conditions the source sets before a line is come to.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ladder/engine/code_place.hpp"

namespace ladder {

struct Condition {
  std::string text;  // "if (row < rows)", "if (col >= cols) return", "for (i < TILE; i += 8)"
  CodePlace at;
  std::set<std::string> names{};  // that it is made of
  bool operator==(const Condition& other) const { return text == other.text && at.line == other.at.line; }
};

// Those around a line, and those before it that may leave the function, or the loop, that it stands in; with those of
// its callers, the outermost first. Of `for` loops those are left out that go the same for all threads.
std::vector<Condition> conditions_on(const CodePlace& line, const Callers& callers);

// The nearest of them that has a name from an index in that line, between brackets: it should keep the index in bounds.
std::optional<Condition> test_of_index(const CodePlace& line, const Callers& callers);

}  // namespace ladder
