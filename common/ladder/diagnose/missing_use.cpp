#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "ladder/diagnose/index_digits.hpp"

namespace ladder {
namespace {

std::string all_words(const std::vector<WrongNumber>& numbers, const char* between) {
  std::string text;
  for (const WrongNumber& one : numbers) text += (text.empty() ? "" : between) + one.words;
  return text;
}

// What one change of a formula makes it another one; without words where it takes more.
struct Change {
  std::string words{};
  std::vector<WrongNumber> numbers{};
  std::optional<IndexGap> gap{};
  std::optional<std::size_t> lacking{};  // a number of the thread: `wanted` of it close the gap
  long wanted = 0;
};

// Whether the uses show how the index depends on the block: in each direction that the array has. A formula of one
// block's uses lacks it.
bool show_blocks(const std::vector<IndexUse>& uses, const IndexedArray& array) {
  const auto differ = [&](std::size_t number) {
    return std::any_of(uses.begin(), uses.end(), [&](auto& use) { return use.place[number] != uses[0].place[number]; });
  };
  return array.cols > 1 ? differ(block_x) && differ(block_y) : differ(block_x) || differ(block_y);
}

std::string nothing_done(std::size_t number) {
  return fmt::format("this line does so only where {} is 0", names_of_numbers[number]);
}

// Where no formula is known: of the directions of the grid in which only the first block does anything, if there is
// one.
MissingUse idle_blocks(const std::vector<IndexUse>& uses, const ThreadPlace& counts) {
  MissingUse idle;
  for (const std::size_t number : {block_x, block_y, block_z}) {
    if (counts[number] == 1 || std::ranges::any_of(uses, [&](auto& use) { return use.place[number] != 0; })) continue;
    idle.words = "; " + nothing_done(number);
    idle.numbers.push_back({.name = names_of_numbers[number],
                            .words = nothing_done(number),
                            .is_certain = false,
                            .unused = names_of_numbers[number]});
  }
  return idle.numbers.size() == 1 && !uses.empty() ? idle : MissingUse{};
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

// The factors that one number alone may have instead, so that all indexes up to the extent are come to once.
std::vector<WrongNumber> other_factors(const Formula& formula, const Formula& other, const ThreadPlace& counts,
                                       long extent, const std::vector<IndexUse>& uses, std::optional<int> part) {
  std::vector<WrongNumber> mends;
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (counts[i] == 1 || other.factor[i] != 0 || (i == word_of_vector && formula.factor[i] == 0)) continue;
    if (is_block(i) && is_right_for_blocks(formula.factor[i], counts[i], extent)) continue;
    std::vector<long> wanted{1};
    for (const Digit& digit : digits_of(formula, counts)) wanted.push_back(digit.factor * digit.count);
    for (const long factor : wanted) {
      Formula mended = formula;
      mended.factor[i] = factor;
      const auto digits = digits_of(mended, counts);
      const auto [all, whole] = reach(digits);
      const bool leaves_block = !is_block(i) && std::any_of(digits.begin(), digits.end(), [&](const Digit& digit) {
        const bool is_in_block = part || formula.factor[i] < digit.factor;  // else it goes on by the whole grid
        return is_block(digit.number) && is_in_block && digit.factor < factor;
      });
      if (factor == formula.factor[i] || whole != digits.size() || all < extent || leaves_block) continue;
      const bool is_used = std::any_of(uses.begin(), uses.end(), [=](auto& use) { return use.place[i] != 0; });
      WrongNumber wrong = wrong_number(i, part, formula, factor);
      wrong.is_certain = is_used && formula.factor[i] != 0;
      wrong.is_absent = false;
      // Of a loop whose step were wrong, the number of iterations would be, too.
      const bool is_last = digits.back().number == i;
      wrong.is_elsewhere =
          wrong.is_certain && i >= iterations && i != word_of_vector && (!is_last || (counts[i] - 1) * factor < extent);
      if (!is_used) wrong.words = nothing_done(i), wrong.unused = names_of_numbers[i];
      if (is_used && formula.factor[i] == 0) wrong.words = fmt::format("it does not depend on {}", names_of_numbers[i]);
      // It belongs where the others of its kind are; that of a loop, where the number is that it goes on from.
      for (const Digit& digit : digits_of(formula, counts)) {
        const bool is_of_kind = i < iterations ? digit.number < iterations && is_block(digit.number) == is_block(i)
                                               : digit.factor * digit.count == factor;
        if (!wrong.is_certain && is_of_kind) wrong.name = names_of_numbers[digit.number];
      }
      mends.push_back(wrong);
      break;
    }
  }
  return mends;
}

// The numbers that neither of the two depends on.
Change unused(const Formula& formula, const Formula& other, const ThreadPlace& counts, std::optional<int> part) {
  Change change;
  for (std::size_t i = 0; i < iterations; ++i) {
    if (counts[i] == 1 || formula.factor[i] != 0 || other.factor[i] != 0) continue;
    change.words +=
        fmt::format("{}{}", change.words.empty() ? ": it does not depend on " : ", nor on ", names_of_numbers[i]);
    change.numbers.push_back({names_of_numbers[i], part, "", {}, false});
  }
  return change;
}

// Of a row or a column; other: the formula of the other one. Empty where all indexes are come to.
Change shortcoming(const Formula& formula, const Formula& other, const ThreadPlace& counts, long extent,
                   const std::vector<IndexUse>& uses, std::optional<int> part) {
  const auto digits = digits_of(formula, counts);
  const auto [all, whole] = reach(digits);
  if (whole == digits.size() && all >= extent)
    return {.words = formula.constant == 0 ? "" : fmt::format(": it begins at {}", formula.constant)};
  if (auto mends = other_factors(formula, other, counts, extent, uses, part); !mends.empty()) {
    const std::string words = ": " + all_words(mends, ", or ");
    for (WrongNumber& one : mends) one.is_certain = one.is_certain && mends.size() == 1;
    return {words, mends};
  }
  const bool has_blocks = !digits.empty() && is_block(digits.back().number);
  if (whole == digits.size()) return has_blocks ? Change{} : unused(formula, other, counts, part);  // or too few blocks
  const Digit& wrong = digits[whole];
  if (wrong.factor > all) {
    const Digit below = whole > 0 ? digits[whole - 1] : Digit{};
    const bool ends_early = whole > 0 && is_loop(below) && wrong.factor % below.factor == 0;
    const std::string end = ends_early ? fmt::format(": {} goes through {}, and not {}", names_of_numbers[below.number],
                                                     below.count, wrong.factor / below.factor)
                                       : "";
    const std::string words =
        fmt::format("of each {} that {} counts, {} {} used{}", wrong.factor, names_of_numbers[wrong.number],
                    all == 1 ? "one" : fmt::format("only {}", all), all == 1 ? "is" : "are", end);
    Change change{": " + words, {{names_of_numbers[iterations], part, "", {}, false}}};
    if (is_block(wrong.number)) change.numbers.push_back({names_of_numbers[wrong.number], part, "", {}, false});
    const bool are_blocks_right = std::ranges::all_of(digits, [&](const Digit& digit) {
      return !is_block(digit.number) || is_right_for_blocks(digit.factor, digit.count, extent);
    });
    const bool is_odd = is_block(wrong.number) && wrong.factor % all != 0;  // no number of threads or rounds fills it
    if (are_blocks_right) change.gap = {part, words, is_odd ? names_of_numbers[wrong.number] : ""};
    if (change.gap && counts[inner_iterations] > 1 && (is_loop(wrong) || is_loop(below)))
      change.gap->is_of_inner = (is_loop(wrong) ? wrong : below).number == inner_iterations;
    if (whole > 0 && below.number <= thread_z && wrong.factor % below.factor == 0)
      change.lacking = below.number, change.wanted = wrong.factor / below.factor;
    return change;
  }
  if (whole == 0) return {};
  const Digit& below = digits[whole - 1];
  return {
      fmt::format(": {} goes through {}, and {} counts {}", names_of_numbers[below.number], below.count,
                  names_of_numbers[wrong.number], wrong.factor),
      {{names_of_numbers[below.number], part, "", {}, false}, {names_of_numbers[wrong.number], part, "", {}, false}}};
}

// Whether both indexes come to all of their elements, each once.
bool is_complete(const PlaceFormula& place, const ThreadPlace& counts, long rows, long cols) {
  const auto reaches = [&](const Formula& formula, long extent) {
    const auto digits = digits_of(formula, counts);
    const auto [all, whole] = reach(digits);
    return formula.constant == 0 && whole == digits.size() && all >= extent &&
           std::ranges::all_of(digits, [&](const Digit& digit) {
             return !is_block(digit.number) || is_right_for_blocks(digit.factor, digit.count, extent);
           });
  };
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (counts[i] > 1 && (place.row.factor[i] != 0) == (place.col.factor[i] != 0)) return false;
  }
  return reaches(place.row, rows) && reaches(place.col, cols);
}

// Which number stands in an index where another one is wanted, or in one index and is wanted in the other, so that both
// come to all; none where several mend it, or none.
std::optional<WrongNumber> misplaced(const PlaceFormula& seen, const ThreadPlace& counts, long rows, long cols) {
  std::vector<WrongNumber> found;
  for (const bool in_col : {false, true}) {
    for (std::size_t a = 0; a < place_numbers; ++a) {
      PlaceFormula without = seen;
      const long factor = std::exchange((in_col ? without.col : without.row).factor[a], 0);
      if (factor == 0 || counts[a] == 1) continue;
      const auto add = [&](std::size_t b, bool to_col, long as) {
        PlaceFormula mended = without;
        (to_col ? mended.col : mended.row).factor[b] = as;
        if (!is_complete(mended, counts, rows, cols)) return;
        WrongNumber wrong = stands_in_place(a, b, in_col ? 1 : 0, in_col ? seen.row : seen.col);
        if (a == b)
          wrong.words = fmt::format("{} is in the {} of the index, and is wanted in the {}", names_of_numbers[a],
                                    in_col ? "column" : "row", in_col ? "row" : "column");
        found.push_back(wrong);
      };
      for (std::size_t b = 0; b < iterations; ++b) {
        if (a < iterations && b != a && is_block(a) == is_block(b)) add(b, in_col, factor);
      }
      for (const Digit& below : digits_of(in_col ? without.row : without.col, counts))
        add(a, !in_col, below.factor * below.count);
    }
  }
  return found.size() == 1 ? std::optional(found[0]) : std::nullopt;
}

}  // namespace

MissingUse missing_use(const std::vector<IndexUse>& all, const IndexedArray& array, ThreadPlace counts, long element) {
  const std::vector<IndexUse> uses = by_loops(all, array);
  for (const IndexUse& use : uses) {
    for (std::size_t number = iterations; number < place_numbers; ++number)
      counts[number] = std::max(counts[number], use.place[number] + 1);
  }
  const auto seen =
      show_blocks(uses, array) && are_apart(uses) ? place_formula(uses, &IndexUse::seen, array.cols) : std::nullopt;
  if (!seen) return idle_blocks(uses, counts);
  MissingUse missing{"; its index is " + written(*seen, array)};
  const long cols = array.cols == 0 ? array.elements : array.cols, rows = array.elements / cols;
  const bool has_rows = array.cols != 0;
  if (const auto wrong = has_rows ? misplaced(*seen, counts, rows, cols) : std::nullopt) {
    missing.words += ": " + wrong->words;
    missing.numbers = {*wrong};
    missing.is_explained = show_all_threads(uses, counts);
    return missing;
  }
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
  missing.enough = counts;
  if (!in_rows.empty() || !in_cols.empty()) {
    const Change& only = in_rows.empty() ? of_cols : of_rows;
    if (!both.empty() || rows == 1 || (has_rows && cols == 1)) return missing;
    missing.gap = only.gap;
    if (only.gap && only.lacking) missing.enough[*only.lacking] = only.wanted;
    return missing;
  }
  ThreadPlace user{};
  for (const auto& [formula, index, extent] :
       {std::tuple(seen->row, element / cols, rows), std::tuple(seen->col, element % cols, cols)}) {
    const auto digits = digits_of(formula, counts);
    const long all = reach(digits).first;
    if (all < extent && !digits.empty() && is_block(digits.back().number)) {
      missing.is_by_launch = true;
      missing.enough[digits.back().number] = (extent + digits.back().factor - 1) / digits.back().factor;
    }
    for (const Digit& digit : digits) user[digit.number] = index / digit.factor % digit.count;
  }
  missing.is_explained = true;
  if (!missing.is_by_launch) missing.user = user;
  const auto rows_by = digits_of(seen->row, counts), cols_by = digits_of(seen->col, counts);
  if (!missing.is_by_launch || !has_rows || rows_by.empty() || cols_by.empty()) return missing;
  // As many blocks in each direction as the other extent takes.
  const Digit &of_rows_last = rows_by.back(), &of_cols_last = cols_by.back();
  missing.is_exchanged = rows != cols && is_block(of_rows_last.number) && is_block(of_cols_last.number) &&
                         is_right_for_blocks(of_rows_last.factor, of_rows_last.count, cols) &&
                         is_right_for_blocks(of_cols_last.factor, of_cols_last.count, rows);
  return missing;
}

}  // namespace ladder
