#include "ladder/diagnose/index_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

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

// Whether it can be an index: it begins at 0 or more, and further on where a number takes away from it.
bool is_possible(const Formula& formula) {
  const bool falls = std::any_of(formula.factor.begin(), formula.factor.end(), [](long factor) { return factor < 0; });
  return falls ? formula.constant > 0 : formula.constant >= 0;
}

// Whether all that differs is the length of a row, by which some factors are multiplied. cols: what that should be,
// where all is of elements; 0: of the row, where two factors show it.
IndexDifference other_rows(const Formula& seen, const Formula& wanted, long cols) {
  std::string words;
  long length = 0, wanted_length = 0, others = 0;
  bool is_part_of_row = cols == 0;  // else it counts whole rows, and other ones
  for (std::size_t i = 0; i < place_numbers; ++i) {
    const long a = seen.factor[i], b = wanted.factor[i];
    const bool is_of_row = cols != 0 && b != 0 && b % cols == 0;
    if (a == b && !is_of_row) continue;
    const bool is_by_length = a > 0 && b > 0 && (length == 0 || a * wanted_length == b * length);
    if (!is_by_length || (cols != 0 && !is_of_row)) return {};
    length = a, wanted_length = b;
    is_part_of_row = is_part_of_row || a % cols != 0;
    words += (others++ == 0 ? ": " : ", ") + wrong_number(i, {}, seen, b).words;
  }
  if (others < (cols == 0 ? 2 : 1) || !is_part_of_row) return {};
  return {.words = words + ", as the length of a row", .is_of_length = true};
}

// Of two numbers that differ: whether one stands in one of the indexes where the other one is wanted.
IndexDifference replaced(const PlaceFormula& seen, const PlaceFormula& wanted, std::size_t one, std::size_t other) {
  for (const auto& [a, b] : {std::pair(one, other), std::pair(other, one)}) {
    for (const bool in_col : {false, true}) {
      const Formula &of = in_col ? seen.col : seen.row, &to = in_col ? wanted.col : wanted.row;
      const Formula &beside = in_col ? seen.row : seen.col, &also = in_col ? wanted.row : wanted.col;
      const bool is_in_its_place =
          of.factor[a] != 0 && to.factor[a] == 0 && of.factor[b] == 0 && to.factor[b] == of.factor[a];
      if (beside != also || !is_in_its_place) continue;
      const WrongNumber wrong = stands_in_place(a, b, in_col ? 1 : 0, beside);
      return {.words = ": " + wrong.words, .numbers = {wrong}};
    }
  }
  return {};
}

// Which one change makes the formula the one that is wanted; without words where it takes more.
// cols: of the array, where its rows are told apart by no formula; else 0.
IndexDifference one_change(const PlaceFormula& seen, const PlaceFormula& wanted, long cols) {
  std::vector<std::size_t> others;
  const auto factors = [](const PlaceFormula& of, std::size_t i) {
    return std::pair(of.row.factor[i], of.col.factor[i]);
  };
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (factors(seen, i) != factors(wanted, i)) others.push_back(i);
  }
  const bool same_start = seen.row.constant == wanted.row.constant && seen.col.constant == wanted.col.constant;
  // Of what differs: what a vector and a loop go along may stay.
  const bool are_exchanged = !others.empty() && std::ranges::all_of(others, [&](std::size_t i) {
    return factors(wanted, i) == std::pair(seen.col.factor[i], seen.row.factor[i]);
  });
  if (are_exchanged && (same_start || seen.row.constant == wanted.col.constant))
    return {.words = ": rows and columns are exchanged", .is_exchange = true};
  if (others.empty()) return {.words = ": it begins elsewhere"};
  // Where all is of elements, the rows are in its one formula.
  const bool has_rows = seen.row != Formula{};
  const IndexDifference rows = !has_rows                ? other_rows(seen.col, wanted.col, cols)
                               : seen.col == wanted.col ? other_rows(seen.row, wanted.row, 0)
                                                        : IndexDifference{};
  if (same_start && !rows.words.empty()) return rows;
  if (!same_start || others.size() > 2) return {};
  if (others.size() == 2) {
    const bool exchanged = factors(seen, others[0]) == factors(wanted, others[1]) &&
                           factors(seen, others[1]) == factors(wanted, others[0]);
    if (!exchanged) return has_rows ? replaced(seen, wanted, others[0], others[1]) : IndexDifference{};
    return {.words = fmt::format(": {} and {} are exchanged", names_of_numbers[others[0]], names_of_numbers[others[1]]),
            .is_exchange = true};
  }
  const auto [row, col] = factors(seen, others[0]);
  const auto [wanted_row, wanted_col] = factors(wanted, others[0]);
  if (row == 0 && col == 0) return {.words = fmt::format(": it does not depend on {}", names_of_numbers[others[0]])};
  if (col != wanted_col && row != wanted_row) return {};
  const bool is_in_row = col == wanted_col;
  WrongNumber wrong = wrong_number(others[0], has_rows ? std::optional(is_in_row ? 0 : 1) : std::nullopt,
                                   is_in_row ? seen.row : seen.col, is_in_row ? wanted_row : wanted_col);
  wrong.is_certain = (is_in_row ? row : col) != 0;  // else the few places of a small matrix may fit by accident
  return {.words = ": " + wrong.words, .numbers = {wrong}};
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
  for (const long cols : {array.cols, 0L}) {  // where rows have another length, all is of elements
    for (long inner = 1; uses.size() > few && inner <= most_inner; inner *= 2) {
      std::vector<IndexUse> apart = uses;
      for (IndexUse& use : apart)
        use.place[inner_iterations] = use.place[iterations] % inner, use.place[iterations] /= inner;
      if (place_formula(apart, &IndexUse::seen, cols)) return apart;
    }
  }
  return uses;
}

std::string written(const PlaceFormula& place, const IndexedArray& array) {
  const std::string row = array.cols == 0 ? "" : fmt::format("[{}]", written(place.row));
  return fmt::format("{}{}[{}]", array.name, row, written(place.col));
}

WrongNumber stands_in_place(std::size_t number, std::size_t wanted, int part, const Formula& beside) {
  WrongNumber wrong{names_of_numbers[number], part};
  wrong.words = fmt::format("{} stands where {} is wanted", names_of_numbers[number], names_of_numbers[wanted]);
  wrong.is_elsewhere = true;
  wrong.is_right_beside = beside.factor[number] != 0;
  return wrong;
}

std::string uneven_steps(const std::vector<IndexUse>& uses) {
  std::map<ThreadPlace, std::vector<long>> seen;  // by thread and block
  for (const IndexUse& use : uses) {
    ThreadPlace thread{};
    std::copy(use.place.begin(), use.place.begin() + iterations, thread.begin());
    std::vector<long>& own = seen[thread];
    own.push_back(use.seen);
    if (own.size() < 3) continue;
    const long first = own[1] - own[0], second = own[2] - own[1];
    return first == second ? ""
                           : fmt::format("from one iteration to the next it goes on by {}, then by {}", first, second);
  }
  return "";
}

WrongNumber wrong_number(std::size_t number, std::optional<int> part, const Formula& seen, long wanted) {
  WrongNumber wrong{names_of_numbers[number], part,
                    fmt::format("{} counts {}, and not {}", names_of_numbers[number], seen.factor[number], wanted)};
  wrong.is_absent = seen.factor[number] == 0;
  wrong.is_double = seen.factor[number] == 2 * wanted;
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (i != number && seen.factor[i] != 0) wrong.right.push_back(names_of_numbers[i]);
  }
  return wrong;
}

ThreadPlace thread_place(const std::array<std::uint32_t, 3>& grid, const std::array<std::uint32_t, 3>& block,
                         std::uint64_t block_index, std::uint64_t thread_index, long iteration, long word) {
  const auto number = [](std::uint64_t n) { return static_cast<long>(n); };
  return {number(thread_index % block[0]),
          number(thread_index / block[0] % block[1]),
          number(thread_index / block[0] / block[1]),
          number(block_index % grid[0]),
          number(block_index / grid[0] % grid[1]),
          number(block_index / grid[0] / grid[1]),
          iteration,
          word,
          0};
}

IndexDifference difference(const std::vector<IndexUse>& all, const IndexedArray& array) {
  const std::vector<IndexUse> uses = by_loops(all, array);
  IndexDifference best;
  for (const IndexedArray& form : {array, IndexedArray{array.name}}) {  // by rows and columns, or by elements
    const auto seen = place_formula(uses, &IndexUse::seen, form.cols);
    const auto wanted = place_formula(uses, &IndexUse::wanted, form.cols);
    if (!seen || !wanted) continue;
    if (*seen == *wanted || !is_possible(wanted->row) || !is_possible(wanted->col)) break;
    IndexDifference found = one_change(*seen, *wanted, array.cols - form.cols);
    found.is_one_change = !found.words.empty();
    found.is_of_begin = seen->row.factor == wanted->row.factor && seen->col.factor == wanted->col.factor;
    found.words =
        fmt::format("; its index is {}, and {} is wanted{}", written(*seen, form), written(*wanted, form), found.words);
    if (best.words.empty() || found.is_of_length) best = found;
    if (found.is_one_change) break;
  }
  return best;
}

}  // namespace ladder
