// Results as tables for people. A table that is wider than so many letters goes on below, its first column again.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

struct Table {
  std::string rows, notes;  // notes: what its columns and marks mean
};

// The notes below the rows, as the stream shows them: verdicts in colour, notes dim and in lines of so many letters.
std::string shown(const Table& table, std::size_t letters, FILE* stream);

// For each problem, a row for each result; times only where there are some. The speed-up counts from the problem's
// first result. chapters: with a column for the chapter.
Table table(const std::vector<Result>& results, bool chapters = false, std::size_t letters = std::string::npos);

// For sums: the sum, the reference, the error and its bound, and the speed-up over the CPU's own loop. Empty where no
// result is a sum.
Table sum_table(const std::vector<Result>& results, std::size_t letters = std::string::npos);

// For several devices: what crossed the links between them, in all and on the busiest. Empty where nothing did.
Table link_table(const std::vector<Result>& results, std::size_t letters = std::string::npos);

}  // namespace ladder
