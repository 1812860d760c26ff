#include "ladder/verification/wrong_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace ladder {
namespace {

constexpr std::uintptr_t element_bytes = sizeof(Step::bits);

struct Uses {
  std::vector<UsedByThread> threads;
  std::vector<Step> last;     // of each of these threads
  std::vector<bool> is_used;  // of the elements
  Step front;                 // in the line that makes most of them
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

Uses uses_of(const Recording& recording, const UsedArray& array) {
  const auto& [grid, block] = recording.launches.at(0);
  Uses uses{{}, {}, std::vector<bool>(static_cast<std::size_t>(array.shape.rows * array.shape.cols)), {}};
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::pair<UsedByThread, Step>> threads;
  std::map<std::uintptr_t, std::pair<Step, std::size_t>> sites;  // the first use by each, and how many there are
  for (const Step& step : recording.steps) {
    const bool has_address = !step.in_shared && step.doing == array.doing;
    const std::uintptr_t index = (step.address - array.begin) / element_bytes;  // large where it lies before
    if (!has_address || step.launch != 0 || index >= uses.is_used.size()) continue;
    uses.is_used[index] = true;
    if (recording.stopped.contains({step.launch, step.block, step.thread})) continue;
    ++sites.try_emplace(step.site, step, 0).first->second.second;
    auto& [thread, last] = threads[{step.block, step.thread}];
    thread.place = {step.thread % block[0], step.thread / block[0], static_cast<long>(step.block % grid[0]),
                    static_cast<long>(step.block / grid[0] % grid[1]),
                    static_cast<long>(step.block / grid[0] / grid[1])};
    thread.indexes.push_back(static_cast<long>(index));
    last = step;
  }
  for (auto& [who, thread] : threads) {
    uses.threads.push_back(std::move(thread.first));
    uses.last.push_back(thread.second);
  }
  if (!sites.empty()) uses.front = in_busiest_line(recording, sites);
  return uses;
}

std::optional<IndexFormula> formula_over(const Recording& recording, const Uses& uses) {
  const auto& [grid, block] = recording.launches.at(0);
  return formula_of(uses.threads, {block[0], block[1], grid[0], grid[1], grid[2]});
}

// The last use by the thread that would use the element as well, after the formula.
Step before_element(const Uses& uses, const IndexFormula& formula, long index) {
  for (std::size_t i = 0; i < uses.threads.size(); ++i) {
    const long behind = index - uses.threads[i].indexes.front();
    if (std::binary_search(formula.rounds.begin(), formula.rounds.end(), behind)) return uses.last[i];
  }
  return uses.front;
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
  if (shape.rows > 1 && array.doing == Step::Doing::load && unused == uses.is_used.end()) return {};
  if (shape.rows == 1 && uses.is_used.front()) formula->first = 0;  // where other lines use those before
  if (const std::string flaw = flaw_of(*formula, shape); !flaw.empty()) {
    const bool has_rows = !flaw.starts_with("has rows of the wrong length");
    const MatrixShape shape_in_words = has_rows ? shape : MatrixShape{shape.name, 1, shape.rows * shape.cols};
    return fmt::format("{}: {} {}{}", recording.line(uses.front), in_words(*formula, shape_in_words), flaw,
                       recording.caller(uses.front));
  }
  if (!tests_too || !recording.stopped.empty() || unused == uses.is_used.end()) return {};
  const long index = unused - uses.is_used.begin();
  const Step last = before_element(uses, *formula, index);
  const std::string row = shape.rows == 1 ? "" : fmt::format("[{}]", index / shape.cols);
  return fmt::format(
      "{}: {} names every element, but no thread {} {}{}[{}]: a test before it is too strict, a loop ends too soon, or "
      "a thread ends before it{}",
      recording.line(last), in_words(*formula, shape), array.doing == Step::Doing::load ? "loads" : "stores",
      shape.name, row, index % shape.cols, recording.caller(last));
}

}  // namespace ladder
