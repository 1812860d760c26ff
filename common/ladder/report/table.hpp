// Results as tables for people. A table that is wider than so many letters goes on below, its first column again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

// For each problem, a row for each result, and below what the columns and marks mean; times only where there are some.
// The speed-up counts from the problem's first result. chapters: with a column for the chapter; is_coloured: what
// columns and marks mean is dim.
std::string table(const std::vector<Result>& results, bool chapters = false, std::size_t letters = std::string::npos,
                  bool is_coloured = false);

// For sums: the sum, the reference, the error and its bound, and the speed-up over the CPU's own loop. Empty where no
// result is a sum.
std::string sum_table(const std::vector<Result>& results, std::size_t letters = std::string::npos);

// For several devices: what crossed the links between them, in all and on the busiest. Empty where nothing did.
std::string link_table(const std::vector<Result>& results, std::size_t letters = std::string::npos);

}  // namespace ladder
