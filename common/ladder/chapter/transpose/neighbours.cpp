#include "ladder/chapter/transpose/neighbours.hpp"

#include <string>

namespace ladder::transpose {
namespace {

using Number = Ways::Number;

// Of elements 0 to size - 1, of which `step(i)` is a step at element i, or none: the one nearest to `index`.
template <typename StepAt>
std::optional<Number> nearest(std::size_t index, std::size_t size, const StepAt& step) {
  for (std::size_t distance = 1; distance < size; ++distance) {
    if (index >= distance) {
      if (const auto found = step(index - distance)) return found;
    }
    if (index + distance < size) {
      if (const auto found = step(index + distance)) return found;
    }
  }
  return std::nullopt;
}

std::optional<Number> load_in_turn(const TracedRun& run, std::size_t in) {
  constexpr std::size_t longest_period = 8, seen = 16;
  const auto line_before = [&](std::size_t distance) {
    const bool is_loaded = in >= distance && !run.loads(in - distance).empty();
    return is_loaded ? run.ways().line(run.loads(in - distance).front()) : std::string();
  };
  for (std::size_t period = 1; period <= longest_period; ++period) {
    bool repeats = !line_before(period).empty();
    for (std::size_t i = 1; i <= seen && repeats; ++i) repeats = line_before(i) == line_before(i + period);
    if (repeats) return run.loads(in - period).front();
  }
  return std::nullopt;
}

}  // namespace

std::optional<Number> load_beside(const TracedRun& run, std::size_t in) {
  if (const auto in_turn = load_in_turn(run, in)) return in_turn;
  return nearest(in, run.size(), [&](std::size_t i) {
    return run.loads(i).empty() ? std::nullopt : std::optional(run.loads(i).front());
  });
}

std::optional<Number> store_beside(const TracedRun& run, std::size_t out) {
  return nearest(out, run.size(), [&](std::size_t i) { return run.last_store(i); });
}

}  // namespace ladder::transpose
