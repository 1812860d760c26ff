// What is found wrong with a kernel, and whether it is what was expected.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/result.hpp"
#include "tests/planted/bug.hpp"

namespace ladder::planted {

// Whether one of the findings, or the first, is as expected.
bool is_among(const Expected& expected, const std::vector<Finding>& findings);

// A line for each: rule, place, element and words.
std::string in_lines(const std::vector<Finding>& findings);
std::string in_line(const Expected& expected);

}  // namespace ladder::planted
