#include "ladder/chapter/transpose/cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <vector>

#include "ladder/chapter/transpose/matrices.hpp"
#include "ladder/chapter/transpose/tile_index.hpp"
#include "ladder/chapter/transpose/verify.hpp"
#include "ladder/chapter/transpose/way.hpp"
#include "ladder/chapter/transpose/wrong_index.hpp"
#include "ladder/chapter/transpose/wrong_kernel.hpp"
#include "ladder/chapter/transpose/wrong_launch.hpp"
#include "ladder/verification/own_variable.hpp"

namespace ladder::transpose {
namespace {

// The pattern comes first, in the line that the way blames: "kernel.cuh:34: the threads' offsets are not swapped: ..".
// But where threads that load run down a column, they do so in the line that loads.
std::string with_pattern(Engine& engine, const Variant& variant, const std::string& way, const std::string& pattern) {
  const std::string line = way.substr(0, way.find(": "));
  const auto load = pattern.starts_with("the threads' offsets") ? load_down_columns(engine, variant) : std::nullopt;
  return fmt::format("{}: {}{}; {}", load ? load->line : line, pattern, load ? load->caller : "",
                     way.substr(line.size() + 2));
}

// Which every thread has for itself, so that nobody finds what another one has stored: as large as one for all threads.
std::string array_without_shared(Engine& engine, const Variant& variant, const Placed& placed) {
  if (engine.recorder() == nullptr) return {};
  Matrices matrices(engine, placed);
  matrices.in.upload(placed.offset, std::vector<float>(matrices.count));
  const Recording block = engine.recorder()->record([&] { variant.run(matrices.arguments(placed)); },
                                                    [](const Step& step) { return step.block == 0; });
  return array_not_shared(block, std::size_t{variant.block.x} * variant.block.y);
}

// Whether an index leads into another row of its array: then ways end where they should not for that reason.
bool leaves_a_row(Engine& engine, const Variant& variant, const Placed& placed) {
  Matrices matrices(engine, placed);
  matrices.in.upload(placed.offset, std::vector<float>(matrices.count));
  try {
    const auto seen = engine.execute([&] { variant.run(matrices.arguments(placed)); });
    return seen && std::any_of(seen->remarks.begin(), seen->remarks.end(),
                               [](const PlacedHazard& remark) { return remark.index.has_value(); });
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

Cause cause_of(Engine& engine, const Variant& variant, const Placed& placed, bool is_open) {
  for (const auto& ask : {wrong_kernel, wrong_launch}) {
    if (const std::string words = ask(engine, variant, placed); !words.empty()) return {words, true};
  }
  const std::string own_array = is_open ? array_without_shared(engine, variant, placed) : "";
  if (!own_array.empty()) return {own_array, true};
  const std::string index = wrong_index(engine, variant, placed, is_open);
  if (!index.empty()) return {index, true};
  const std::string tile = wrong_tile_index(engine, variant, is_open);
  if (!tile.empty() || !is_open) return {tile, true};
  const std::string way = way_of_wrong_element(engine, variant, placed);
  if (way.empty()) return {};
  const std::string pattern = pattern_elsewhere(engine, variant);
  return {pattern.empty() ? way : with_pattern(engine, variant, way, pattern), !leaves_a_row(engine, variant, placed)};
}

}  // namespace ladder::transpose
