#include "ladder/diagnose/affine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ladder {
namespace {

std::string written(const Formula& formula) {
  std::string words;
  const auto add = [&](long number, const std::string& term) {
    if (number == 0) return;
    words += words.empty() ? (number < 0 ? "-" : "") : number < 0 ? " - " : " + ";
    words += term;
  };
  for (const std::size_t n : {3, 4, 5, 0, 1, 2, 6, 8, 7}) {  // blocks before threads, as it is written in kernels
    const long factor = formula.factor[n];
    add(factor,
        std::abs(factor) == 1 ? names_of_numbers[n] : fmt::format("{} * {}", std::abs(factor), names_of_numbers[n]));
  }
  add(formula.constant, std::to_string(std::abs(formula.constant)));
  return words.empty() ? "0" : words;
}

}  // namespace

std::optional<Formula> formula_of(const std::vector<IndexUse>& uses, const std::function<long(const IndexUse&)>& of) {
  constexpr std::size_t unknowns = place_numbers + 1;
  using Row = std::array<double, unknowns + 1>;  // the last is the value
  const auto is_zero = [](double x) { return std::abs(x) < 1e-6; };
  std::array<std::optional<Row>, unknowns> rows;  // by the first unknown that is left in them
  for (const IndexUse& use : uses) {
    Row row{1};
    std::copy(use.place.begin(), use.place.end(), row.begin() + 1);
    row.back() = static_cast<double>(of(use));
    for (std::size_t i = 0; i < unknowns; ++i) {
      if (is_zero(row[i])) continue;
      const double by = row[i];
      if (!rows[i]) {
        for (double& x : row) x /= by;
        rows[i] = row;
        row = {};
        break;
      }
      for (std::size_t j = i; j < row.size(); ++j) row[j] -= by * (*rows[i])[j];
    }
    if (!is_zero(row.back())) return std::nullopt;
  }
  std::array<long, unknowns> solved{};
  for (std::size_t i = unknowns; i-- > 0;) {
    if (!rows[i]) continue;
    double value = rows[i]->back();
    for (std::size_t j = i + 1; j < unknowns; ++j) value -= (*rows[i])[j] * static_cast<double>(solved[j]);
    if (!is_zero(value - std::round(value))) return std::nullopt;
    solved[i] = std::lround(value);
  }
  Formula formula{solved[0]};
  std::copy(solved.begin() + 1, solved.end(), formula.factor.begin());
  return formula;
}

std::optional<PlaceFormula> place_formula(const std::vector<IndexUse>& uses, long IndexUse::*element, long cols) {
  const auto row = formula_of(uses, [=](const IndexUse& use) { return cols == 0 ? 0 : use.*element / cols; });
  const auto col =
      formula_of(uses, [=](const IndexUse& use) { return cols == 0 ? use.*element : use.*element % cols; });
  return row && col ? std::optional(PlaceFormula{*row, *col}) : std::nullopt;
}

std::vector<IndexUse> by_loops(const std::vector<IndexUse>& uses, const IndexedArray& array) {
  constexpr long most_inner = 32;
  constexpr std::size_t few = 256;
  for (long inner = 1; uses.size() > few && inner <= most_inner; inner *= 2) {
    std::vector<IndexUse> apart = uses;
    for (IndexUse& use : apart)
      use.place[inner_iterations] = use.place[iterations] % inner, use.place[iterations] /= inner;
    if (place_formula(apart, &IndexUse::seen, array.cols)) return apart;
  }
  return uses;
}

std::string written(const PlaceFormula& place, const IndexedArray& array) {
  const std::string row = array.cols == 0 ? "" : fmt::format("[{}]", written(place.row));
  return fmt::format("{}{}[{}]", array.name, row, written(place.col));
}

WrongNumber wrong_number(std::size_t number, std::optional<int> part, const Formula& seen, long wanted) {
  WrongNumber wrong{names_of_numbers[number], part,
                    fmt::format("{} counts {}, and not {}", names_of_numbers[number], seen.factor[number], wanted)};
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (i != number && seen.factor[i] != 0) wrong.right.push_back(names_of_numbers[i]);
  }
  return wrong;
}

}  // namespace ladder
