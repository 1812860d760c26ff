// An index as a sum of the numbers of a place, each times a factor: worked out from uses, and written.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ladder/diagnose/index_formula.hpp"

namespace ladder {

inline constexpr std::array<const char*, place_numbers> names_of_numbers{
    "threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x",     "blockIdx.y",
    "blockIdx.z",  "iteration",   "word",        "inner iteration"};

// constant + the sum of factor[i] * place[i].
struct Formula {
  long constant = 0;
  std::array<long, place_numbers> factor{};
  bool operator==(const Formula&) const = default;
};

// The formula that all uses follow, by elimination; none where there is none. A number that changes only together with
// others before it has the factor 0, and then others would be as good.
std::optional<Formula> formula_of(const std::vector<IndexUse>& uses, const std::function<long(const IndexUse&)>& of);

// An index by row and column; without rows, by column alone.
struct PlaceFormula {
  Formula row, col;
  bool operator==(const PlaceFormula&) const = default;
};

std::optional<PlaceFormula> place_formula(const std::vector<IndexUse>& uses, long IndexUse::*element, long cols);
std::string written(const PlaceFormula& place, const IndexedArray& array);  // "in[8 * blockIdx.x][threadIdx.x]"

// The same uses, with the iterations of a loop in a loop counted apart, where they follow a formula only so: the inner
// one's count is a power of two, as those of most tiles are. (A few uses follow many formulas.)
std::vector<IndexUse> by_loops(const std::vector<IndexUse>& uses, const IndexedArray& array);

// "blockIdx.x counts 8, and not 32".
WrongNumber wrong_number(std::size_t number, std::optional<int> part, const Formula& seen, long wanted);

}  // namespace ladder
