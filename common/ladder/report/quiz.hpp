// Predict first: what a request of each variant costs is asked for before it is shown.
#pragma once

#include <cstdio>
#include <istream>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

// Asks on `questions`, for each result that has counters, what a load and a store of a warp cost: sectors of global
// memory, and where it uses shared memory, wavefronts. Reads a line of numbers for each from `answers`, and says
// whether they are right. A line with nothing on it leaves a variant out; the end of `answers` ends the quiz. Says last
// how many were right.
void quiz(const std::vector<Result>& results, std::istream& answers, FILE* questions);

}  // namespace ladder
