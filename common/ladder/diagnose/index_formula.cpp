#include "ladder/diagnose/index_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <tuple>

namespace ladder {
namespace {

constexpr std::array<const char*, place_numbers> names{"threadIdx.x", "threadIdx.y", "threadIdx.z",
                                                       "blockIdx.x",  "blockIdx.y",  "blockIdx.z",
                                                       "iteration",   "word",        "inner iteration"};

// constant + the sum of factor[i] * place[i].
struct Formula {
  long constant = 0;
  std::array<long, place_numbers> factor{};
  bool operator==(const Formula&) const = default;
};

// The formula that all uses follow, by elimination; none where there is none. A number that changes only together with
// others before it has the factor 0, and then others would be as good.
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

std::string written(const Formula& formula) {
  std::string words;
  const auto add = [&](long number, const std::string& term) {
    if (number == 0) return;
    words += words.empty() ? (number < 0 ? "-" : "") : number < 0 ? " - " : " + ";
    words += term;
  };
  for (const std::size_t n : {3, 4, 5, 0, 1, 2, 6, 8, 7}) {  // blocks before threads, as it is written in kernels
    const long factor = formula.factor[n];
    add(factor, std::abs(factor) == 1 ? names[n] : fmt::format("{} * {}", std::abs(factor), names[n]));
  }
  add(formula.constant, std::to_string(std::abs(formula.constant)));
  return words.empty() ? "0" : words;
}

// Whether it can be an index: it begins at 0 or more, and further on where a number takes away from it.
bool is_possible(const Formula& formula) {
  const bool falls = std::any_of(formula.factor.begin(), formula.factor.end(), [](long factor) { return factor < 0; });
  return falls ? formula.constant > 0 : formula.constant >= 0;
}

// An index by row and column; without rows, by column alone.
struct PlaceFormula {
  Formula row, col;
  bool operator==(const PlaceFormula&) const = default;
};

std::optional<PlaceFormula> place_formula(const std::vector<IndexUse>& uses, long IndexUse::*element, long cols) {
  const auto row = formula_of(uses, [=](const IndexUse& use) { return cols == 0 ? 0 : use.*element / cols; });
  const auto col =
      formula_of(uses, [=](const IndexUse& use) { return cols == 0 ? use.*element : use.*element % cols; });
  return row && col ? std::optional(PlaceFormula{*row, *col}) : std::nullopt;
}

// The same uses, with the iterations of a loop in a loop counted apart, where they follow a formula only so: the inner
// one's count is a power of two, as those of most tiles are. (A few uses follow many formulas.)
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

// "blockIdx.x counts 8, and not 32".
WrongNumber wrong_number(std::size_t number, std::optional<int> part, const Formula& seen, long wanted) {
  WrongNumber wrong{names[number], part,
                    fmt::format("{} counts {}, and not {}", names[number], seen.factor[number], wanted)};
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (i != number && seen.factor[i] != 0) wrong.right.push_back(names[i]);
  }
  return wrong;
}

std::string all_words(const std::vector<WrongNumber>& numbers, const char* between) {
  std::string text;
  for (const WrongNumber& one : numbers) text += (text.empty() ? "" : between) + one.words;
  return text;
}

// What one change of a formula makes it another one; without words where it takes more.
struct Change {
  std::string words{};
  std::vector<WrongNumber> numbers{};
};

// Whether all that differs is the length of a row, by which some factors are multiplied.
Change other_rows(const Formula& seen, const Formula& wanted, std::optional<int> part) {
  std::vector<WrongNumber> others;
  long length = 0, wanted_length = 0;
  for (std::size_t i = 0; i < place_numbers; ++i) {
    const long a = seen.factor[i], b = wanted.factor[i];
    if (a == b) continue;
    if (a <= 0 || b <= 0 || (length != 0 && a * wanted_length != b * length)) return {};
    length = a, wanted_length = b;
    others.push_back(wrong_number(i, part, seen, b));
  }
  if (others.size() < 2) return {};
  const std::string words = ": " + all_words(others, ", ");
  for (WrongNumber& one : others) one.is_certain = false;  // the length may be wrong in the line of the access
  return {words, others};
}

// Whether the uses show how the index depends on the block: in each direction that the array has. A formula of one
// block's uses lacks it.
bool show_blocks(const std::vector<IndexUse>& uses, const IndexedArray& array) {
  const auto differ = [&](std::size_t number) {
    return std::any_of(uses.begin(), uses.end(), [&](auto& use) { return use.place[number] != uses[0].place[number]; });
  };
  return array.cols > 1 ? differ(block_x) && differ(block_y) : differ(block_x) || differ(block_y);
}

Change one_change(const PlaceFormula& seen, const PlaceFormula& wanted) {
  if (seen.row == wanted.col && seen.col == wanted.row) return {": rows and columns are exchanged"};
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (seen.row.factor[i] != wanted.row.factor[i] || seen.col.factor[i] != wanted.col.factor[i]) others.push_back(i);
  }
  const bool same_start = seen.row.constant == wanted.row.constant && seen.col.constant == wanted.col.constant;
  const auto factors = [](const PlaceFormula& of, std::size_t i) {
    return std::pair(of.row.factor[i], of.col.factor[i]);
  };
  if (others.empty()) return {": it begins elsewhere"};
  // Where all is of elements, the rows are in its one formula.
  const bool has_rows = seen.row != Formula{};
  const Change rows = !has_rows                ? other_rows(seen.col, wanted.col, std::nullopt)
                      : seen.col == wanted.col ? other_rows(seen.row, wanted.row, 0)
                                               : Change{};
  if (same_start && !rows.words.empty()) return rows;
  if (!same_start || others.size() > 2) return {};
  if (others.size() == 2) {
    const bool exchanged = factors(seen, others[0]) == factors(wanted, others[1]) &&
                           factors(seen, others[1]) == factors(wanted, others[0]);
    return {exchanged ? fmt::format(": {} and {} are exchanged", names[others[0]], names[others[1]]) : ""};
  }
  const auto [row, col] = factors(seen, others[0]);
  const auto [wanted_row, wanted_col] = factors(wanted, others[0]);
  if (row == 0 && col == 0) return {fmt::format(": it does not depend on {}", names[others[0]])};
  if (col != wanted_col && row != wanted_row) return {};
  const bool is_in_row = col == wanted_col;
  const WrongNumber wrong = wrong_number(others[0], has_rows ? std::optional(is_in_row ? 0 : 1) : std::nullopt,
                                         is_in_row ? seen.row : seen.col, is_in_row ? wanted_row : wanted_col);
  return {": " + wrong.words, {wrong}};
}

// One of the numbers that an index is made of, as of digits: the least counts 1, and each other one as many as those
// below it come to.
struct Digit {
  std::size_t number;
  long factor, count;
};

std::vector<Digit> digits_of(const Formula& formula, const ThreadPlace& counts) {
  std::vector<Digit> digits;
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (counts[i] > 1 && formula.factor[i] != 0) digits.push_back({i, formula.factor[i], counts[i]});
  }
  std::sort(digits.begin(), digits.end(), [](auto& a, auto& b) { return a.factor < b.factor; });
  return digits;
}

// Whether each number of the thread that changes does so without the others: else its factor is not known.
bool are_apart(const std::vector<IndexUse>& uses) {
  for (std::size_t i = thread_x; i <= thread_z; ++i) {
    const auto known = formula_of(uses, [i](const IndexUse& use) { return use.place[i]; });
    if (!known || known->factor[i] == 1) continue;
    const auto changes = [&](const IndexUse& use) { return use.place[i] != uses.front().place[i]; };
    if (std::any_of(uses.begin(), uses.end(), changes)) return false;
  }
  return true;
}

// Whether threads of each index are among them: else what others would use may follow another formula.
bool show_all_threads(const std::vector<IndexUse>& uses, const ThreadPlace& counts) {
  ThreadPlace most{};
  for (const IndexUse& use : uses) {
    for (std::size_t i = 0; i < place_numbers; ++i) most[i] = std::max(most[i], use.place[i] + 1);
  }
  return std::equal(most.begin(), most.begin() + block_x, counts.begin());
}

bool is_block(std::size_t number) { return block_x <= number && number <= block_z; }
bool is_loop(const Digit& digit) { return digit.number == iterations || digit.number == inner_iterations; }

// How many indexes they come to, each of them once, up to the first digit that is not what it should be: that one.
std::pair<long, std::size_t> reach(const std::vector<Digit>& digits) {
  long all = 1;
  std::size_t i = 0;
  for (; i < digits.size() && digits[i].factor == all; ++i) all *= digits[i].count;
  return {all, i};
}

// The factors that one number alone may have instead, so that all indexes up to the extent are come to once.
std::vector<WrongNumber> other_factors(const Formula& formula, const Formula& other, const ThreadPlace& counts,
                                       long extent, const std::vector<IndexUse>& uses, std::optional<int> part) {
  std::vector<WrongNumber> mends;
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (counts[i] == 1 || other.factor[i] != 0 || (i == word_of_vector && formula.factor[i] == 0)) continue;
    const long own = formula.factor[i];  // there are as many blocks as this takes: it is right
    if (is_block(i) && (counts[i] - 1) * own < extent && extent <= counts[i] * own) continue;
    std::vector<long> wanted{1};
    for (const Digit& digit : digits_of(formula, counts)) wanted.push_back(digit.factor * digit.count);
    for (const long factor : wanted) {
      Formula mended = formula;
      mended.factor[i] = factor;
      const auto digits = digits_of(mended, counts);
      const auto [all, whole] = reach(digits);
      const bool leaves_block = !is_block(i) && std::any_of(digits.begin(), digits.end(), [&](const Digit& digit) {
        return is_block(digit.number) && digit.factor < factor;
      });
      if (factor == formula.factor[i] || whole != digits.size() || all < extent || leaves_block) continue;
      const bool is_used = std::any_of(uses.begin(), uses.end(), [=](auto& use) { return use.place[i] != 0; });
      WrongNumber wrong = wrong_number(i, part, formula, factor);
      wrong.is_certain = is_used && formula.factor[i] != 0;
      if (!is_used) wrong.words = fmt::format("nothing is done where {} is not 0", names[i]);
      if (is_used && formula.factor[i] == 0) wrong.words = fmt::format("it does not depend on {}", names[i]);
      // It belongs where the others of its kind are.
      for (const Digit& digit : digits_of(formula, counts)) {
        const bool is_of_kind = i < iterations && digit.number < iterations && is_block(digit.number) == is_block(i);
        if (!wrong.is_certain && is_of_kind) wrong.name = names[digit.number];
      }
      mends.push_back(wrong);
      break;
    }
  }
  return mends;
}

// Of a row or a column; other: the formula of the other one. Empty where all indexes are come to.
Change shortcoming(const Formula& formula, const Formula& other, const ThreadPlace& counts, long extent,
                   const std::vector<IndexUse>& uses, std::optional<int> part) {
  const auto digits = digits_of(formula, counts);
  const auto [all, whole] = reach(digits);
  if (whole == digits.size() && all >= extent)
    return {formula.constant == 0 ? "" : fmt::format(": it begins at {}", formula.constant)};
  if (auto mends = other_factors(formula, other, counts, extent, uses, part); !mends.empty()) {
    const std::string words = ": " + all_words(mends, ", or ");
    for (WrongNumber& one : mends) one.is_certain = one.is_certain && mends.size() == 1;
    return {words, mends};
  }
  if (whole == digits.size()) return {};  // too few blocks
  const Digit& wrong = digits[whole];
  if (wrong.factor > all) {
    const bool ends_early = whole > 0 && is_loop(digits[whole - 1]) && wrong.factor % digits[whole - 1].factor == 0;
    const Digit& below = digits[ends_early ? whole - 1 : whole];
    const std::string end = ends_early ? fmt::format(": {} goes through {}, and not {}", names[below.number],
                                                     below.count, wrong.factor / below.factor)
                                       : "";
    return {fmt::format(": of each {} that {} counts, {} {} used{}", wrong.factor, names[wrong.number],
                        all == 1 ? "one" : fmt::format("only {}", all), all == 1 ? "is" : "are", end),
            {{names[below.number], part, "", {}, false}}};
  }
  if (whole == 0) return {};
  const Digit& below = digits[whole - 1];
  return {fmt::format(": {} goes through {}, and {} counts {}", names[below.number], below.count, names[wrong.number],
                      wrong.factor),
          {{names[below.number], part, "", {}, false}, {names[wrong.number], part, "", {}, false}}};
}

}  // namespace

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

std::string index_in_words(const std::vector<IndexUse>& all, const IndexedArray& array) {
  const std::vector<IndexUse> uses = by_loops(all, array);
  if (!show_blocks(uses, array)) return {};
  for (const IndexedArray& form : {array, IndexedArray{array.name}}) {
    if (const auto seen = place_formula(uses, &IndexUse::seen, form.cols))
      return "; its index is " + written(*seen, form);
  }
  return {};
}

IndexDifference difference(const std::vector<IndexUse>& all, const IndexedArray& array) {
  const std::vector<IndexUse> uses = by_loops(all, array);
  for (const IndexedArray& form : {array, IndexedArray{array.name}}) {  // by rows and columns, or by elements
    const auto seen = place_formula(uses, &IndexUse::seen, form.cols);
    const auto wanted = place_formula(uses, &IndexUse::wanted, form.cols);
    if (!seen || !wanted) continue;
    if (*seen == *wanted || !is_possible(wanted->row) || !is_possible(wanted->col)) return {};
    const Change change = one_change(*seen, *wanted);
    return {fmt::format("; its index is {}, and {} is wanted{}", written(*seen, form), written(*wanted, form),
                        change.words),
            !change.words.empty(), seen->row.factor == wanted->row.factor && seen->col.factor == wanted->col.factor,
            change.numbers};
  }
  return {};
}

MissingUse missing_use(const std::vector<IndexUse>& all, const IndexedArray& array, ThreadPlace counts, long element) {
  const std::vector<IndexUse> uses = by_loops(all, array);
  for (const IndexUse& use : uses) {
    for (std::size_t number = iterations; number < place_numbers; ++number)
      counts[number] = std::max(counts[number], use.place[number] + 1);
  }
  const auto seen =
      show_blocks(uses, array) && are_apart(uses) ? place_formula(uses, &IndexUse::seen, array.cols) : std::nullopt;
  if (!seen) return {};
  MissingUse missing{"; its index is " + written(*seen, array)};
  const long cols = array.cols == 0 ? array.elements : array.cols, rows = array.elements / cols;
  const bool has_rows = array.cols != 0;
  const Change of_rows = shortcoming(seen->row, seen->col, counts, rows, uses, 0);
  const Change of_cols =
      shortcoming(seen->col, seen->row, counts, cols, uses, has_rows ? std::optional(1) : std::nullopt);
  const std::string &in_rows = of_rows.words, &in_cols = of_cols.words;
  const std::string both = in_rows.empty() || in_cols.empty() ? "" : ", and in a row";
  missing.is_explained = !(in_rows + in_cols).empty() && (rows == 1 || cols == 1 || show_all_threads(uses, counts));
  if (missing.is_explained) {
    missing.words += in_rows + both + in_cols;
    missing.numbers = of_rows.numbers;
    missing.numbers.insert(missing.numbers.end(), of_cols.numbers.begin(), of_cols.numbers.end());
  }
  if (!in_rows.empty() || !in_cols.empty()) return missing;
  ThreadPlace user{};
  for (const auto& [formula, index, extent] :
       {std::tuple(seen->row, element / cols, rows), std::tuple(seen->col, element % cols, cols)}) {
    const auto digits = digits_of(formula, counts);
    missing.is_by_launch = missing.is_by_launch || reach(digits).first < extent;
    for (const Digit& digit : digits) user[digit.number] = index / digit.factor % digit.count;
  }
  missing.is_explained = true;
  if (!missing.is_by_launch) missing.user = user;
  return missing;
}

}  // namespace ladder
