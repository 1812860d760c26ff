#include "ladder/verification/wrong_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "ladder/verification/missing.hpp"

namespace ladder {
namespace {

constexpr std::uintptr_t element_bytes = sizeof(Step::bits);

// "in[3][5]"
std::string element_in_words(const MatrixShape& shape, long index) {
  const std::string row = shape.rows == 1 ? "" : fmt::format("[{}]", index / shape.cols);
  return fmt::format("{}{}[{}]", shape.name, row, index % shape.cols);
}

using Who = std::pair<std::uint64_t, std::uint32_t>;  // block and thread

struct Uses {
  std::vector<Who> who;                  // sorted
  std::vector<UsedByThread> threads;     // of each of these
  std::vector<std::vector<Step>> steps;  // the same, as often as they have indexes
  std::vector<bool> is_used;             // of the elements
  std::set<std::uintptr_t> sites;        // that use it
  bool any_used_twice = false;
  Step front;  // in the line that makes most of them
};

// Of the lines that use the array the one that does so most.
Step in_busiest_line(const Recording& recording, const std::map<std::uintptr_t, std::pair<Step, std::size_t>>& sites) {
  std::map<std::string, std::size_t> uses_of_line;
  for (const auto& [site, uses] : sites) uses_of_line[recording.line(uses.first)] += uses.second;
  const auto uses_in_line = [&](const auto& site) { return uses_of_line[recording.line(site.second.first)]; };
  return std::max_element(sites.begin(), sites.end(),
                          [&](const auto& a, const auto& b) { return uses_in_line(a) < uses_in_line(b); })
      ->second.first;
}

std::array<long, 5> place_of(std::uint64_t block_number, std::uint32_t thread, const std::array<std::uint32_t, 3>& grid,
                             const std::array<std::uint32_t, 3>& block) {
  return {thread % block[0], thread / block[0], static_cast<long>(block_number % grid[0]),
          static_cast<long>(block_number / grid[0] % grid[1]), static_cast<long>(block_number / grid[0] / grid[1])};
}

Uses uses_of(const Recording& recording, const UsedArray& array) {
  const auto& [grid, block] = recording.launches.at(0);
  Uses uses;
  uses.is_used.resize(static_cast<std::size_t>(array.shape.rows * array.shape.cols));
  std::map<Who, std::pair<UsedByThread, std::vector<Step>>> threads;
  std::map<std::uintptr_t, std::pair<Step, std::size_t>> sites;  // the first use by each, and how many there are
  for (const Step& step : recording.steps) {
    const bool has_address = !step.in_shared && step.doing == array.doing;
    const std::uintptr_t index = (step.address - array.begin) / element_bytes;  // large where it lies before
    if (!has_address || step.launch != 0 || index >= uses.is_used.size()) continue;
    uses.any_used_twice = uses.any_used_twice || uses.is_used[index];
    uses.is_used[index] = true;
    ++sites.try_emplace(step.site, step, 0).first->second.second;
    uses.sites.insert(step.site);
    auto& [thread, steps] = threads[{step.block, step.thread}];
    thread.place = place_of(step.block, step.thread, grid, block);
    thread.indexes.push_back(static_cast<long>(index));
    steps.push_back(step);
  }
  for (auto& [who, thread] : threads) {
    uses.who.push_back(who);
    uses.threads.push_back(std::move(thread.first));
    uses.steps.push_back(std::move(thread.second));
  }
  if (!sites.empty()) uses.front = in_busiest_line(recording, sites);
  return uses;
}

std::optional<IndexFormula> formula_over(const Recording& recording, const Uses& uses) {
  const auto& [grid, block] = recording.launches.at(0);
  return formula_of(uses.threads, {block[0], block[1], grid[0], grid[1], grid[2]});
}

// Whether some threads were stopped on their way to this line, or in it before they could store, or the others do not
// show that there are as many rounds as the formula has.
bool are_cut_short(const Recording& recording, const Uses& uses, const IndexFormula& formula) {
  if (recording.stopped.empty()) return false;
  for (const auto& [who, site] : recording.stopped) {
    const auto& [launch, block, thread] = who;
    Step step = uses.front;
    step.site = site;
    const bool came = std::binary_search(uses.who.begin(), uses.who.end(), Who{block, thread});
    if (launch != 0) continue;
    const bool is_here = recording.line(step) == recording.line(uses.front);
    const bool would_store = is_here && uses.front.doing == Step::Doing::store && !uses.sites.contains(site);
    if ((!came && !is_here) || would_store) return true;
  }
  std::size_t most = 0;
  for (std::size_t i = 0; i < uses.who.size(); ++i) {
    const auto& [block, thread] = uses.who[i];
    if (!recording.stopped.contains({0, block, thread})) most = std::max(most, uses.threads[i].indexes.size());
  }
  return most != formula.rounds.size();
}

// What does not happen to an element that the formula names.
struct Omitted {
  Step at;                         // the thread's last use; or the one of others in the statement that is left out
  bool is_a_statement_of_its_own;  // and the thread goes on behind it
};

// By the thread that would use it.
Omitted omitted(const Recording& recording, const Uses& uses, const IndexFormula& formula, long index) {
  for (std::size_t i = 0; i < uses.threads.size(); ++i) {
    const long behind = index - uses.threads[i].indexes.front();
    if (!std::binary_search(formula.rounds.begin(), formula.rounds.end(), behind)) continue;
    const auto others = std::find_if(uses.threads.begin(), uses.threads.end(), [&](const UsedByThread& thread) {
      return thread.indexes.size() == formula.rounds.size();
    });
    if (others == uses.threads.end()) return {uses.steps[i].back(), false};
    const auto& steps = uses.steps[static_cast<std::size_t>(others - uses.threads.begin())];
    std::set<std::string> lines;
    std::optional<Step> its;
    for (std::size_t n = 0; n < steps.size(); ++n) {
      if (others->indexes[n] - others->indexes.front() == behind) its = steps[n];
      lines.insert(recording.line(steps[n]));
    }
    const bool goes_on = its && uses.steps[i].back().site > its->site;
    if (its && lines.size() == steps.size()) return {*its, goes_on};
    return {uses.steps[i].back(), false};
  }
  return {uses.front, false};
}

// Of statements that use one element each: the first that uses one that another has used, as a column that was not
// written anew in a copy of the line. Empty where most threads have none.
std::string used_again(const Recording& recording, const Uses& uses, const UsedArray& array) {
  std::size_t count = 0;
  std::string words;
  for (std::size_t i = 0; i < uses.threads.size(); ++i) {
    const std::vector<long>& indexes = uses.threads[i].indexes;
    for (std::size_t n = 1; n < indexes.size(); ++n) {
      const auto before = std::find(indexes.begin(), indexes.begin() + static_cast<std::ptrdiff_t>(n), indexes[n]);
      const Step &first = uses.steps[i][static_cast<std::size_t>(before - indexes.begin())], &again = uses.steps[i][n];
      if (before - indexes.begin() == static_cast<std::ptrdiff_t>(n)) continue;
      if (recording.line(first) == recording.line(again)) return {};
      if (words.empty()) {
        words = fmt::format("{}: {} {} {} here, as it does at {}: is another element meant?{}", recording.line(again),
                            recording.thread(again), array.doing == Step::Doing::load ? "loads" : "stores to",
                            element_in_words(array.shape, indexes[n]), recording.line(first), recording.caller(again));
      }
      ++count;
      break;
    }
  }
  return 2 * count > uses.threads.size() ? words : "";
}

// Of an index that names every element: that threads were stopped in its line which it leads beyond the last row or
// column, and how far. Empty where none was.
std::string let_through(const Recording& recording, const Uses& uses, const IndexFormula& formula,
                        const MatrixShape& shape) {
  const auto& [grid, block] = recording.launches.at(0);
  std::array<long, 2> furthest{-1, -1};
  for (const auto& [who, site] : recording.stopped) {
    const auto& [launch, number, thread] = who;
    Step step = uses.front;
    step.site = site;
    if (launch != 0 || recording.line(step) != recording.line(uses.front)) continue;
    const auto place = place_of(number, thread, grid, block);
    const auto [at, end] = std::equal_range(uses.who.begin(), uses.who.end(), Who{number, thread});
    const auto its = static_cast<std::size_t>(at - uses.who.begin());
    const long rounds = at == end ? 0 : static_cast<long>(uses.threads[its].indexes.size());
    const auto named = place_named(formula, shape, place, rounds);
    for (std::size_t i = 0; i < furthest.size(); ++i) furthest[i] = std::max(furthest[i], named[i]);
  }
  for (const auto& [what, at, length] :
       {std::tuple("row", furthest[0], shape.rows), std::tuple("column", furthest[1], shape.cols)}) {
    if (at < length) continue;
    const std::string missing = missing_in_words(uses.is_used, shape);
    const char* why = at == length ? "a test lets one too many through" : "a test is missing, or lets too many through";
    return fmt::format("is right, but goes on to {} {} of {}: {}", what, at, length,
                       missing.empty() ? why : "and no thread uses " + missing);
  }
  return {};
}

}  // namespace

std::optional<Index> index_of(const Recording& recording, const UsedArray& array) {
  const Uses uses = uses_of(recording, array);
  const auto formula = formula_over(recording, uses);
  if (!formula) return std::nullopt;
  return Index{recording.line(uses.front), *formula, recording.caller(uses.front)};
}

std::string wrong_index(const Recording& recording, const UsedArray& array, bool tests_too) {
  const Uses uses = uses_of(recording, array);
  auto formula = formula_over(recording, uses);
  if (!formula) return {};
  if (!recording.stopped.empty() && !formula->is_complete) return {};  // those that ran on show too little
  const MatrixShape& shape = array.shape;
  const auto unused = std::find(uses.is_used.begin(), uses.is_used.end(), false);
  // Rows of a matrix may be loaded twice, as tiles overlap.
  const bool may_overlap = shape.rows > 1 && array.doing == Step::Doing::load;
  const bool all_used = unused == uses.is_used.end();
  const long begin = formula->first;
  if (shape.rows == 1 && uses.is_used.front()) formula->first = 0;  // where other lines use those before
  const bool overlaps_only = may_overlap && flaw_of(*formula, shape, true).empty();
  if (const std::string flaw = flaw_of(*formula, shape); !flaw.empty() && !overlaps_only) {
    const bool has_rows = !flaw.starts_with("has rows of the wrong length");
    const bool is_of_too_few = flaw.starts_with("leaves") || flaw.starts_with("reaches");
    if (is_of_too_few && are_cut_short(recording, uses, *formula)) return {};
    if (may_overlap && all_used && has_rows && recording.stopped.empty()) return {};
    // What the uses themselves do not bear out is not so.
    if (flaw.starts_with("takes") && !uses.any_used_twice) return {};
    if (flaw.starts_with("leaves")) {
      if (const std::string words = used_again(recording, uses, array); !words.empty()) return words;
    }
    const MatrixShape shape_in_words = has_rows ? shape : MatrixShape{shape.name, 1, shape.rows * shape.cols};
    return fmt::format("{}: {} {}{}", recording.line(uses.front), in_words(*formula, shape_in_words), flaw,
                       recording.caller(uses.front));
  }
  const auto say = [&](const Step& at, const std::string& words) {
    return fmt::format("{}: {} {}{}", recording.line(at), in_words(*formula, shape), words, recording.caller(at));
  };
  if (!recording.stopped.empty()) {
    const std::string words = shape.rows == 1 ? "" : let_through(recording, uses, *formula, shape);
    return words.empty() ? "" : say(uses.front, words);
  }
  if (!tests_too || all_used) return {};
  const long index = unused - uses.is_used.begin();
  if (shape.rows == 1 && index < begin) return {};  // which is another line's
  const std::string missing = shape.rows == 1 ? "" : missing_in_words(uses.is_used, shape);
  const auto [at, is_a_statement] = omitted(recording, uses, *formula, index);
  const char* why = is_a_statement ? "the test of this statement is too strict, or tests another number"
                                   : "a test before it is too strict, a loop ends too soon, or a thread ends before it";
  return say(at, fmt::format("names every element, but no thread {} {}: {}",
                             array.doing == Step::Doing::load ? "loads" : "stores", element_in_words(shape, index),
                             missing.empty() ? why : missing));
}

}  // namespace ladder
