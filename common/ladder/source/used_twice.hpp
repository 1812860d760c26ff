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
// one is left out: which of the two uses that is, by its neighbours in its line, or by the order of the lines. Or each
// is used once, and two stand the other way round, while all others go up in their lines.
struct UsedTwice {
  int line;
  std::string words;  // "four.w is used twice, and four.z nowhere", "r[3].y stands before r[2].y here: .."
};
std::optional<UsedTwice> used_twice(const Source& source, const std::vector<Range>& uses);

// Of the vectors of four in the function of a line, one of which a component is used twice, and another one nowhere.
std::optional<UsedTwice> component_used_twice(const CodePlace& line);

// The one use that has a number for an index where what sets the array's elements, word[part][i] = .., has a variable:
// "word[0][i] always has 0, and word[part][i] gets the values in line 20". None where several have numbers.
std::optional<UsedTwice> number_for_variable(const Source& source, const Range& set, const std::vector<Range>& uses);

}  // namespace ladder
