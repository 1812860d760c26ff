// What is said of a kernel, in lines.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder::planted {

// A line for each hazard, and one where the result is wrong.
std::vector<std::string> complaints(const Result& result);

// Where a kernel does not cost what is due: a line for the number of its requests, and one for what each costs on
// average.
std::vector<std::string> breaches_of_contract(const Counters& paid, const Counters& due);

// Whether one of the lines has all the words.
bool say(const std::vector<std::string>& lines, const std::vector<std::string>& words);

// The lines, one below the other.
std::string joined(const std::vector<std::string>& lines);

}  // namespace ladder::planted
