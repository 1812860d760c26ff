// What is said of a kernel, in lines.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder::planted {

// A line for each hazard, and one where the result is wrong.
std::vector<std::string> complaints(const Result& result);

// Whether one of the lines has all the words.
bool say(const std::vector<std::string>& lines, const std::vector<std::string>& words);

// The lines, one below the other.
std::string joined(const std::vector<std::string>& lines);

}  // namespace ladder::planted
