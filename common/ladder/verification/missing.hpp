// Which elements of an array nobody uses, in a few words.
#pragma once

#include <string>
#include <vector>

#include "ladder/verification/index_formula.hpp"

namespace ladder {

// Where it is rows or columns at the end that are missing, how many, and what that is like: "the last row of in, 399:
// a test is too strict by one". Empty where others are missing, or none. used: whether each element is.
std::string missing_in_words(const std::vector<bool>& used, const MatrixShape& shape);

}  // namespace ladder
