// A part of a variable that the source uses in another one's place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ladder/source/scope.hpp"

namespace ladder {

// The uses of a variable, or of parts of it, on the right side of statements or in calls: "four.z", "tile[4 * x][c]".
std::vector<Range> parts_used(const Source& source, Range range, const std::string& name);

// Of parts that differ in a number or in x, y, z or w, each is used once, but for one that is used twice, where another
// one is left out: which of the two uses that is, by its neighbours in its line, or by the order of the lines.
struct UsedTwice {
  int line;
  std::string words;  // "four.w is used twice, and four.z nowhere"
};
std::optional<UsedTwice> used_twice(const Source& source, const std::vector<Range>& uses);

}  // namespace ladder
