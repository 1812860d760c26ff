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
  std::vector<bool> is_used;  // of the elements
  Step first;
};

Uses uses_of(const Recording& recording, const UsedArray& array) {
  const auto& [grid, block] = recording.launches.at(0);
  Uses uses{{}, std::vector<bool>(static_cast<std::size_t>(array.shape.rows * array.shape.cols)), {}};
  std::map<std::pair<std::uint64_t, std::uint32_t>, UsedByThread> threads;
  for (const Step& step : recording.steps) {
    const bool has_address = !step.in_shared && step.doing == array.doing;
    const std::uintptr_t index = (step.address - array.begin) / element_bytes;  // large where it lies before
    if (!has_address || step.launch != 0 || index >= uses.is_used.size()) continue;
    uses.is_used[index] = true;
    if (recording.stopped.contains({step.launch, step.block, step.thread})) continue;
    if (threads.empty()) uses.first = step;
    UsedByThread& thread = threads[{step.block, step.thread}];
    thread.place = {step.thread % block[0], step.thread / block[0], static_cast<long>(step.block % grid[0]),
                    static_cast<long>(step.block / grid[0] % grid[1]),
                    static_cast<long>(step.block / grid[0] / grid[1])};
    thread.indexes.push_back(static_cast<long>(index));
  }
  for (auto& [who, thread] : threads) uses.threads.push_back(std::move(thread));
  return uses;
}

}  // namespace

std::string wrong_index(const Recording& recording, const UsedArray& array, bool tests_too) {
  const Uses uses = uses_of(recording, array);
  const auto& [grid, block] = recording.launches.at(0);
  const auto formula = formula_of(uses.threads, {block[0], block[1], grid[0], grid[1], grid[2]});
  if (!formula) return {};
  const MatrixShape& shape = array.shape;
  const auto unused = std::find(uses.is_used.begin(), uses.is_used.end(), false);
  // Rows of a matrix may be loaded twice, as tiles overlap.
  if (shape.rows > 1 && array.doing == Step::Doing::load && unused == uses.is_used.end()) return {};
  const std::string begin = fmt::format("{}: {}", recording.line(uses.first), in_words(*formula, shape));
  if (const std::string flaw = flaw_of(*formula, shape); !flaw.empty())
    return begin + " " + flaw + recording.caller(uses.first);
  if (!tests_too || !recording.stopped.empty() || unused == uses.is_used.end()) return {};
  const long index = unused - uses.is_used.begin();
  const std::string row = shape.rows == 1 ? "" : fmt::format("[{}]", index / shape.cols);
  return fmt::format(
      "{} names every element, but no thread {} {}{}[{}]: a test before it is too strict, or a thread "
      "ends before it",
      begin, array.doing == Step::Doing::load ? "loads" : "stores", shape.name, row, index % shape.cols,
      recording.caller(uses.first));
}

}  // namespace ladder
