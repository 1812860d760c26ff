// Results as tables for people. A table that is wider than so many letters goes on below, its first column again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

enum class Notes { none, plain, dim };  // what the columns and marks of a table mean, below it

// For each problem, a row for each result; times only where there are some. The speed-up counts from the problem's
// first result. chapters: with a column for the chapter.
std::string table(const std::vector<Result>& results, bool chapters = false, std::size_t letters = std::string::npos,
                  Notes notes = Notes::plain);

// For sums: the sum, the reference, the error and its bound, and the speed-up over the CPU's own loop. Empty where no
// result is a sum.
std::string sum_table(const std::vector<Result>& results, std::size_t letters = std::string::npos);

// For several devices: what crossed the links between them, in all and on the busiest. Empty where nothing did.
std::string link_table(const std::vector<Result>& results, std::size_t letters = std::string::npos);

}  // namespace ladder
