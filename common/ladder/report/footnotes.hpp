// What the columns and marks of a table mean.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

// A line for each column and mark that the results make use of.
std::string footnotes(const std::vector<Result>& results);

}  // namespace ladder
