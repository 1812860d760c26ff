#include "ladder/verification/index_formula.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace ladder {
namespace {

constexpr std::array<const char*, 5> places{"threadIdx.x", "threadIdx.y", "blockIdx.x", "blockIdx.y", "blockIdx.z"};
constexpr std::size_t first_of_block = 2;  // of these
constexpr const char* round = "round";

// How often each value was named. Mostly it is named several times in turn, and then quickly found.
template <typename Value>
class Votes {
 public:
  void add(const Value& value) {
    if (newest_ == nullptr || newest_->first != value) newest_ = &*counts_.try_emplace(value).first;
    ++newest_->second;
  }
  bool empty() const { return counts_.empty(); }
  const Value& most_frequent() const {
    return std::max_element(counts_.begin(), counts_.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  }
  // Of values that are vectors.
  const Value& longest() const {
    return std::max_element(counts_.begin(), counts_.end(),
                            [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); })
        ->first;
  }

 private:
  std::map<Value, std::size_t> counts_;
  std::pair<const Value, std::size_t>* newest_ = nullptr;
};

// Sums of digits, sorted, from 0: the digits. None where the values are no such sums.
std::optional<std::vector<Digit>> digits_of(std::vector<long> values) {
  std::vector<Digit> digits;
  while (values.size() > 1) {
    const long step = values[1] - values[0];
    std::size_t count = 2;
    while (count < values.size() && values[count] - values[count - 1] == step) ++count;
    std::vector<long> rest;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % count == 0) rest.push_back(values[i]);
      if (values[i] != rest.back() + static_cast<long>(i % count) * step) return std::nullopt;
    }
    if (values.size() % count != 0) return std::nullopt;
    digits.push_back({round, step, static_cast<long>(count)});
    values = std::move(rest);
  }
  return digits;
}

// What the first index of a thread gains with each value of a number of its place; empty where no two threads are apart
// by that number alone.
using Offsets = std::array<std::vector<long>, places.size()>;

// The first index of each thread, sorted by its place.
using FirstIndexes = std::vector<std::pair<std::array<long, 5>, long>>;

FirstIndexes first_indexes_of(const std::vector<UsedByThread>& threads) {
  FirstIndexes first;
  first.reserve(threads.size());
  for (const UsedByThread& thread : threads) first.emplace_back(thread.place, thread.indexes.front());
  std::sort(first.begin(), first.end());
  return first;
}

// What it goes on by, mostly; evenly: by the same from each value to the next.
Offsets offsets_of(const FirstIndexes& first, bool evenly) {
  Offsets offsets;
  for (std::size_t number = 0; number < places.size(); ++number) {
    const bool one_step = evenly || number >= first_of_block;
    Votes<long> votes;
    std::map<long, Votes<long>> votes_after;  // each value
    long last = 0;
    auto next = first.begin();  // moves on with `place`, as both are sorted
    for (const auto& [place, index] : first) {
      std::array<long, 5> beside = place;
      last = std::max(last, place[number]);
      ++beside[number];
      while (next != first.end() && next->first < beside) ++next;
      if (next == first.end() || next->first != beside) continue;
      votes.add(next->second - index);
      if (!one_step) votes_after[place[number]].add(next->second - index);
    }
    if (votes.empty()) continue;
    std::vector<long>& of_number = offsets[number];
    of_number.push_back(0);
    for (long value = 0; value < last; ++value) {
      const auto own = votes_after.find(value);
      of_number.push_back(of_number.back() + (own == votes_after.end() ? votes : own->second).most_frequent());
    }
  }
  return offsets;
}

// Of "threadIdx.x" where it counts `count` values: "threadIdx.x"; or, where it is taken apart, "threadIdx.x % 8",
// "threadIdx.x / 8".
std::optional<std::vector<Digit>> digits_of_number(const char* name, const std::vector<long>& offsets, long count) {
  if (offsets.size() < 2) return std::vector<Digit>{};
  const long step = offsets[1];
  const auto jumps = [=](long before, long after) { return after - before != step; };
  const bool is_even = std::adjacent_find(offsets.begin(), offsets.end(), jumps) == offsets.end();
  auto digits = is_even ? std::vector<Digit>{{name, step, count}} : digits_of(offsets);
  if (is_even || !digits) return digits;
  long below = 1;
  for (Digit& digit : *digits) {
    digit.name = name;
    if (below > 1) digit.name += fmt::format(" / {}", below);
    below *= digit.count;
    if (&digit != &digits->back()) digit.name += fmt::format(" % {}", digit.count);
  }
  return digits;
}

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
    const std::string name = digits[i].name == round ? "the rounds" : digits[i].name;
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
                                                     i == 1 && axis.digits[0].name != round ? "s" : "", covered);
      return fmt::format("{} {} {}: {}{} goes on by {}, {} {}", what, axis.unit, but, digit.name == round ? "a " : "",
                         digit.name, digit.step, i == 0 ? "and" : "but", below);
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
      name == round
          ? fmt::format("has the loop ({} rounds) too few rounds, or the grid too few blocks?", count)
          : fmt::format("there are {} of {}: is the grid too small, or is another index meant?", count, name));
}

// How many bits a number has that falls short by so much; 0: that is not why.
int bits_of_number(long shortfall) {
  if (shortfall == 0 || shortfall % (1 << 8) != 0) return 0;
  return shortfall % (1 << 16) == 0 ? 16 : 8;
}

// blockIdx.z may carry on where blockIdx.y ends: then they are one number.
void join_z(std::vector<Digit>& digits) {
  if (digits.size() < 2) return;
  Digit& y = digits[digits.size() - 2];
  const Digit& z = digits.back();
  if (y.name != "blockIdx.y" || z.name != "blockIdx.z" || z.step != y.step * y.count) return;
  y.count *= z.count;
  digits.pop_back();
}

// takes_longest: the rounds are those of the thread that makes most, as tests may cut short those of most threads.
std::optional<IndexFormula> formula_with(const Offsets& offsets, bool takes_longest,
                                         const std::vector<UsedByThread>& threads, const std::array<long, 5>& counts) {
  const auto of_place = [&](const UsedByThread& thread) {
    long index = 0;
    for (std::size_t n = 0; n < places.size(); ++n) {
      if (!offsets[n].empty()) index += offsets[n][static_cast<std::size_t>(thread.place[n])];
    }
    return index;
  };
  Votes<long> firsts;
  Votes<std::vector<long>> rounds_of_threads;
  std::vector<long> rounds;
  for (const UsedByThread& thread : threads) {
    firsts.add(thread.indexes.front() - of_place(thread));
    rounds.clear();
    for (const long index : thread.indexes) rounds.push_back(index - thread.indexes.front());
    std::sort(rounds.begin(), rounds.end());
    rounds.erase(std::unique(rounds.begin(), rounds.end()), rounds.end());
    rounds_of_threads.add(rounds);
  }
  rounds = takes_longest ? rounds_of_threads.longest() : rounds_of_threads.most_frequent();
  const auto of_rounds = digits_of(rounds);
  if (!of_rounds) return std::nullopt;
  const long first = firsts.most_frequent();
  IndexFormula formula{first + rounds.front(), {}, rounds};
  std::size_t uses = 0, strays = 0;
  for (const UsedByThread& thread : threads) {
    const long due = first + of_place(thread);
    for (const long index : thread.indexes) {
      ++uses;
      if (std::binary_search(rounds.begin(), rounds.end(), index - due)) continue;
      const long shortfall = due - thread.indexes.front();
      if (bits_of_number(shortfall) == 0) ++strays;
      formula.shortfall = formula.shortfall.value_or(shortfall);
    }
  }
  if (10 * strays > uses) return std::nullopt;
  const auto add = [&](const std::vector<Digit>& digits) {
    formula.digits.insert(formula.digits.end(), digits.begin(), digits.end());
  };
  for (std::size_t n = 0; n < places.size(); ++n) {
    if (n == first_of_block) add(*of_rounds);
    if (counts[n] <= 1) continue;
    const auto digits = digits_of_number(places[n], offsets[n], counts[n]);
    if (!digits) return std::nullopt;
    add(*digits);
    // (Blocks differ in their numbers alone: two show what all do.)
    const bool shows_all = n >= first_of_block ? !digits->empty() : offsets[n].size() == std::size_t(counts[n]);
    formula.is_complete = formula.is_complete && shows_all;
  }
  join_z(formula.digits);
  return formula;
}

}  // namespace

std::optional<IndexFormula> formula_of(const std::vector<UsedByThread>& threads, const std::array<long, 5>& counts) {
  if (threads.empty()) return std::nullopt;
  const FirstIndexes first = first_indexes_of(threads);
  for (const bool evenly : {true, false}) {
    const Offsets offsets = offsets_of(first, evenly);
    for (const bool takes_longest : {false, true}) {
      if (auto formula = formula_with(offsets, takes_longest, threads, counts)) return formula;
    }
  }
  return std::nullopt;
}

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
  const auto of_rounds = [](const Digit& digit) { return digit.name == round; };
  const bool has_one = std::count_if(formula.digits.begin(), formula.digits.end(), of_rounds) == 1;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    place[i] = axes[i].first;
    for (const Digit& digit : axes[i].digits) {
      long value = of_rounds(digit) && has_one ? round_number : 0;
      for (std::size_t n = 0; n < places.size(); ++n) {
        if (digit.name.starts_with(places[n])) value = thread[n];
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
