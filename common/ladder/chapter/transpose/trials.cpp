#include "ladder/chapter/transpose/trials.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <vector>

#include "ladder/chapter/transpose/matrices.hpp"
#include "ladder/chapter/transpose/reference.hpp"
#include "ladder/chapter/transpose/workbench.hpp"
#include "ladder/verification/comparison.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
std::string in_words(Extent extent) { return fmt::format("{{{}, {}}}", extent.x, extent.y); }

std::vector<Extent> others(Extent extent, unsigned most_times) {
  std::vector<Extent> all{{extent.y, extent.x}};
  for (unsigned by = 2; by <= most_times; by *= 2) {
    all.push_back({extent.x * by, extent.y});
    all.push_back({extent.x, extent.y * by});
    if (extent.x % by == 0) all.push_back({extent.x / by, extent.y});
    if (extent.y % by == 0) all.push_back({extent.x, extent.y / by});
    if (extent.y % by == 0) all.push_back({extent.x * by, extent.y / by});
    if (extent.x % by == 0) all.push_back({extent.x / by, extent.y * by});
    if (extent.x % by == 0 && extent.y % by == 0) all.push_back({extent.x / by, extent.y / by});
  }
  std::stable_sort(all.begin(), all.end(), [](Extent a, Extent b) { return a.x * a.y > b.x * b.y; });
  return all;
}

Trials::Outcome Trials::outcome(const LaunchShape& shape) const {
  Matrices matrices(engine_, placed_);
  std::vector<std::uint32_t> copied(matrices.count), transposed(matrices.count), bits(matrices.count);
  copy_on_cpu(0, copied);
  transpose_on_cpu(0, transposed, placed_.rows, placed_.cols);
  std::vector<float> values(matrices.count);
  std::transform(copied.begin(), copied.end(), values.begin(), [](std::uint32_t b) { return std::bit_cast<float>(b); });
  matrices.in.upload(placed_.offset, values);
  bool has_idle_blocks = false;
  try {
    const auto seen = engine_.execute([&] { variant_.run_as(matrices.arguments(placed_), shape); });
    if (!seen || seen->hazards.any() || !seen->remarks.empty()) return Outcome::wrong;
    has_idle_blocks = seen->idle_blocks != 0;
  } catch (const std::exception&) {
    return Outcome::wrong;
  }
  matrices.out.download(placed_.offset, values);
  std::transform(values.begin(), values.end(), bits.begin(), [](float f) { return std::bit_cast<std::uint32_t>(f); });
  const bool copies = variant_.output == Output::copied;
  if (bits == (copies ? transposed : copied)) return Outcome::turned;
  const auto& due = copies ? copied : transposed;
  Outcome outcome = has_idle_blocks ? Outcome::wasteful : Outcome::right;
  for (std::size_t i = 0; i < matrices.count; ++i) {
    if (bits[i] != due[i] && bits[i] != poison_bits) return Outcome::wrong;
    if (bits[i] != due[i]) outcome = Outcome::incomplete;
  }
  return outcome;
}

Trials::Lines Trials::lines() const {
  Matrices matrices(engine_, placed_);
  matrices.in.upload(placed_.offset, std::vector<float>(matrices.count));
  Lines lines;
  std::set<std::uintptr_t> sites;
  const auto recording = engine_.recorder()->record([&] { variant_.run(matrices.arguments(placed_)); },
                                                    [&](const Step& step) { return sites.insert(step.site).second; });
  for (const Step& step : recording.steps) {
    const std::string line = recording.line_in_kernel(step);
    lines.all.insert(line);
    if (lines.first_load.empty() && !step.in_shared && step.doing == Step::Doing::load) lines.first_load = line;
    lines.uses_shared = lines.uses_shared || step.in_shared;
  }
  return lines;
}

std::string Trials::right_shape(const LaunchShape& shape) const {
  LaunchShape other = shape;
  const bool by_input = shape.order == BlockOrder::along_input_rows;
  other.order = by_input ? BlockOrder::along_output_rows : BlockOrder::along_input_rows;
  if (is_right(other)) return fmt::format("blockIdx.x along rows of the {}", by_input ? "output" : "input");
  other = shape;
  for (const Extent tile : others(shape.tile, 4)) {
    other.tile = tile;
    if (is_right(other)) return "the tile " + in_words(tile);
  }
  other = shape;
  for (const Extent block : others(shape.block, 4)) {
    other.block = block;
    if (block.x * block.y <= 1024 && is_right(other)) return "the block " + in_words(block);
  }
  return {};
}

bool Trials::kernel_is_right() const {
  const auto own = lines().all;
  for (const Variant& other : catalog_of(engine_).variants) {
    if (other.name == variant_.name || !other.run_as) continue;
    const Trials trials(engine_, other, placed_);
    const auto all = trials.lines().all;
    const bool same = std::includes(all.begin(), all.end(), own.begin(), own.end());
    if (same && trials.is_right({other.block, other.tile, other.order})) return true;
  }
  return false;
}

}  // namespace ladder::transpose
