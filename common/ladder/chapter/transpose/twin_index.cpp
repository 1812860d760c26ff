#include "ladder/chapter/transpose/twin_index.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace ladder::transpose {
namespace {

struct TwinPlace {
  long row, col;
};

// What an index goes on by with a number of the block's place, and what it should.
struct BlockStep {
  std::string name;
  long step;
  TwinPlace due;
};

long elements(const TwinPlace& place, long row_length) { return place.row * row_length + place.col; }

// Of blockIdx.x and blockIdx.y, where both indexes have them.
std::vector<BlockStep> block_steps(const IndexFormula& formula, const IndexFormula& twin, long twin_cols,
                                   bool transposed) {
  std::vector<BlockStep> steps;
  for (const Digit& digit : formula.digits) {
    if (digit.name != "blockIdx.x" && digit.name != "blockIdx.y") continue;
    for (const Digit& other : twin.digits) {
      if (other.name != digit.name) continue;
      const TwinPlace place{other.step / twin_cols, other.step % twin_cols};
      steps.push_back({digit.name, digit.step, transposed ? TwinPlace{place.col, place.row} : place});
    }
  }
  return steps;
}

// The length of rows with which all steps are what they should be.
std::optional<long> row_length(const std::vector<BlockStep>& steps) {
  for (const BlockStep& step : steps) {
    if (step.due.row == 0) continue;
    const long length = (step.step - step.due.col) / step.due.row;
    const auto fits = [=](const BlockStep& s) { return s.step == elements(s.due, length); };
    if (length > 0 && std::all_of(steps.begin(), steps.end(), fits)) return length;
  }
  return std::nullopt;
}

}  // namespace

std::string flaw_beside(const Recording& recording, const UsedArray& array, const UsedArray& twin, bool transposed) {
  const auto index = index_of(recording, array), twin_index = index_of(recording, twin);
  if (!index || !twin_index) return {};
  const std::string& name = array.shape.name;
  const long rows = array.shape.rows, cols = array.shape.cols;
  const auto steps = block_steps(index->formula, twin_index->formula, twin.shape.cols, transposed);
  if (steps.size() != 2 || steps[0].step == steps[1].step) return {};
  const auto say = [&](const MatrixShape& shape, const std::string& flaw) {
    return fmt::format("{}: {} {}{}", index->line, in_words(index->formula, shape), flaw, index->caller);
  };
  const auto are = [&](const auto& as_they_are) { return std::all_of(steps.begin(), steps.end(), as_they_are); };
  if (are([&](const BlockStep& s) { return s.step == elements(s.due, cols); })) return {};
  // Along rows instead of columns, and the other way round.
  const auto is_exchanged = [&](const BlockStep& s) {
    if (s.due.row != 0 && s.due.col != 0) return false;
    return s.due.row == 0 ? s.step % cols == 0 : s.step < cols;
  };
  if (are(is_exchanged)) {
    return say(array.shape, fmt::format("has blockIdx.x and blockIdx.y exchanged: {} has them the other way round; are "
                                        "row and col exchanged?",
                                        twin.shape.name));
  }
  if (!transposed && are([&](const BlockStep& s) { return s.step == elements({s.due.col, s.due.row}, rows); })) {
    return say({name, 1, rows * cols}, "is the place that a transpose has: a copy leaves each element where it is");
  }
  const auto length = row_length(steps);
  if (!length || *length == rows) return {};
  return say({name, 1, rows * cols}, fmt::format("has rows of the wrong length: {} elements, and a row of {} has {}",
                                                 *length, name, array.shape.called[1]));
}

}  // namespace ladder::transpose
