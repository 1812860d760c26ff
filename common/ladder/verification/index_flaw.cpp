// A formula of indexes in rows and columns: its words, and what is wrong with it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "ladder/verification/index_formula.hpp"

namespace ladder {
namespace {

// A digit's step, as rows and columns of the matrix.
std::pair<long, long> rows_and_cols(long step, const MatrixShape& shape) {
  if (shape.rows == 1) return {0, step};
  long rows = step / shape.cols;
  while (step - rows * shape.cols < -shape.cols / 3) --rows;
  while (step - rows * shape.cols >= shape.cols - shape.cols / 3) ++rows;
  return {rows, step - rows * shape.cols};
}

// Digits along the rows or the columns of a matrix: `step` of them counts rows or columns.
struct Axis {
  std::string unit;  // "rows"
  long length;
  long first;
  std::vector<Digit> digits;  // small steps come first
};

std::array<Axis, 2> axes_of(const IndexFormula& formula, const MatrixShape& shape) {
  const auto [first_row, first_col] = rows_and_cols(formula.first, shape);
  std::array<Axis, 2> axes{Axis{"rows", shape.rows, first_row, {}},
                           Axis{shape.rows == 1 ? "elements" : "columns", shape.cols, first_col, {}}};
  for (const Digit& digit : formula.digits) {
    const auto [rows, cols] = rows_and_cols(digit.step, shape);
    if (rows != 0) axes[0].digits.push_back({digit.name, rows, digit.count});
    if (cols != 0) axes[1].digits.push_back({digit.name, cols, digit.count});
  }
  for (Axis& axis : axes) {
    std::stable_sort(axis.digits.begin(), axis.digits.end(), [](const Digit& a, const Digit& b) {
      return std::pair(std::abs(a.step), a.count) < std::pair(std::abs(b.step), b.count);
    });
  }
  return axes;
}

std::string names_of(const std::vector<Digit>& digits, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = digits[i].name == round_digit ? "the rounds" : digits[i].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

// Each digit has to go on by as many as the smaller ones cover together, up to the whole length.
std::string flaw_along(const Axis& axis, bool may_overlap) {
  long covered = 1;
  for (std::size_t i = 0; i < axis.digits.size(); ++i) {
    const Digit& digit = axis.digits[i];
    const auto words = [&](const char* what, const char* but) {
      const std::string below = i == 0 ? "nothing covers those between"
                                       : fmt::format("{} cover{} {}", names_of(axis.digits, i),
                                                     i == 1 && axis.digits[0].name != round_digit ? "s" : "", covered);
      return fmt::format("{} {} {}: {}{} goes on by {}, {} {}", what, axis.unit, but,
                         digit.name == round_digit ? "a " : "", digit.name, digit.step, i == 0 ? "and" : "but", below);
    };
    if (std::abs(digit.step) > covered) return words("leaves", "out");
    const bool is_meant = may_overlap && digit.name.starts_with("block");
    if (std::abs(digit.step) < covered && covered < axis.length && !is_meant) return words("takes", "twice");
    covered += std::abs(digit.step) * (digit.count - 1);
  }
  if (axis.first > 0 && axis.first < axis.length)
    return fmt::format("begins with number {} of the {}, not with 0", axis.first, axis.unit);
  if (covered >= axis.length) return {};
  if (axis.digits.empty()) return fmt::format("is the same in all {} {}", axis.length, axis.unit);
  const auto& [name, step, count] = axis.digits.back();
  return fmt::format(
      "reaches only {} of {} {}: {}", covered, axis.length, axis.unit,
      name == round_digit
          ? fmt::format("has the loop ({} rounds) too few rounds, or the grid too few blocks?", count)
          : fmt::format("there are {} of {}: is the grid too small, or is another index meant?", count, name));
}

}  // namespace

std::string flaw_of(const IndexFormula& formula, const MatrixShape& shape, bool may_overlap) {
  for (const auto& [name, step, count] : formula.digits) {
    if (step == 0) return fmt::format("does not depend on {}, which has {} values", name, count);
  }
  std::string moves_both;
  for (const auto& [name, step, count] : formula.digits) {
    const auto [rows, cols] = rows_and_cols(step, shape);
    if (rows == 0 || cols == 0) continue;
    if (step % shape.rows == 0) {
      return fmt::format("has rows of the wrong length: {} goes on by {} * {} elements, and a row of {} has {}", name,
                         step / shape.rows, shape.called[0], shape.name, shape.called[1]);
    }
    moves_both = fmt::format("goes on by {} rows and {} columns with {}", rows, cols, name);
  }
  const auto [along_columns, along_rows] = axes_of(formula, shape);
  const std::string in_rows = flaw_along(along_rows, may_overlap), in_columns = flaw_along(along_columns, may_overlap);
  if (in_rows.starts_with("takes") && in_columns.starts_with("leaves"))
    return fmt::format("{}; and {}: is one number added to the column, not to the row?", in_rows, in_columns);
  if (!in_rows.empty() || !in_columns.empty())
    return in_rows.empty() ? in_columns : in_rows;  // what is too long for a row goes on in others
  if (!moves_both.empty()) return moves_both;
  const long shortfall = formula.shortfall.value_or(0);
  const auto [rows, cols] = rows_and_cols(shortfall, shape);
  for (const auto& [unit, count] :
       {std::pair("rows", rows), std::pair("columns", cols), std::pair("elements", shortfall)}) {
    if (const int bits = bits_of_number(count); bits != 0)
      return fmt::format("is not followed by all: some are {} {} below it, as numbers of {} bits are", count, unit,
                         bits);
  }
  return {};
}

// (A number may be taken apart, as "threadIdx.x % 8" and "threadIdx.x / 8".)
std::array<long, 2> place_named(const IndexFormula& formula, const MatrixShape& shape,
                                const std::array<long, 5>& thread, long round_number) {
  std::array<long, 2> place{};
  const auto axes = axes_of(formula, shape);
  const auto of_rounds = [](const Digit& digit) { return digit.name == round_digit; };
  const bool has_one = std::count_if(formula.digits.begin(), formula.digits.end(), of_rounds) == 1;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    place[i] = axes[i].first;
    for (const Digit& digit : axes[i].digits) {
      long value = of_rounds(digit) && has_one ? round_number : 0;
      for (std::size_t n = 0; n < index_places.size(); ++n) {
        if (digit.name.starts_with(index_places[n])) value = thread[n];
      }
      if (const auto by = digit.name.find(" / "); by != std::string::npos) value /= std::atol(&digit.name[by + 3]);
      place[i] += digit.step * (value % digit.count);
    }
  }
  return place;
}

std::string in_words(const IndexFormula& formula, const MatrixShape& shape) {
  std::string words = shape.name;
  for (const Axis& axis : axes_of(formula, shape)) {
    if (axis.length == 1 && shape.rows == 1) continue;
    std::vector<std::string> terms;
    for (auto digit = axis.digits.rbegin(); digit != axis.digits.rend(); ++digit) {
      const bool is_apart = digit->name.find(' ') != std::string::npos;
      const std::string name = is_apart ? "(" + digit->name + ")" : digit->name;
      terms.push_back(digit->step == 1 ? digit->name : fmt::format("{} * {}", digit->step, name));
    }
    if (axis.first != 0 || terms.empty()) terms.push_back(fmt::format("{}", axis.first));
    words += fmt::format("[{}]", fmt::join(terms, " + "));
  }
  return words;
}

}  // namespace ladder
