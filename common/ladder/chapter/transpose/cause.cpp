#include "ladder/chapter/transpose/cause.hpp"

#include <fmt/format.h>

#include "ladder/chapter/transpose/verify.hpp"
#include "ladder/chapter/transpose/way.hpp"
#include "ladder/chapter/transpose/wrong_index.hpp"
#include "ladder/chapter/transpose/wrong_launch.hpp"

namespace ladder::transpose {
namespace {

// The pattern comes first, in the line that the way blames: "kernel.cuh:34: the threads' offsets are not swapped: ..".
// But where threads that load run down a column, they do so in the line that loads.
std::string with_pattern(Engine& engine, const Variant& variant, const std::string& way, const std::string& pattern) {
  const std::string line = way.substr(0, way.find(": "));
  const std::string load = pattern.starts_with("the threads' offsets") ? load_down_columns(engine, variant) : "";
  return fmt::format("{}: {}; {}", load.empty() ? line : load, pattern, way.substr(line.size() + 2));
}

}  // namespace

Cause cause_of(Engine& engine, const Variant& variant, const Placed& placed, bool is_open) {
  const std::string launch = wrong_launch(engine, variant, placed);
  if (!launch.empty()) return {launch, true};
  const std::string index = wrong_index(engine, variant, placed, is_open);
  if (!index.empty() || !is_open) return {index, true};
  const std::string way = way_of_wrong_element(engine, variant, placed);
  if (way.empty()) return {};
  const std::string pattern = pattern_elsewhere(engine, variant);
  return {pattern.empty() ? way : with_pattern(engine, variant, way, pattern), true};
}

}  // namespace ladder::transpose
