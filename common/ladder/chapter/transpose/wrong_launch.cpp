#include "ladder/chapter/transpose/wrong_launch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <optional>
#include <set>
#include <vector>

#include "ladder/chapter/transpose/reference.hpp"
#include "ladder/chapter/transpose/workbench.hpp"
#include "ladder/verification/comparison.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
namespace {

// Rows that a float4 fits, and rows that it does not.
constexpr Extent sizes[] = {{136, 264}, {137, 267}};

// Those that a run needs, empty.
struct Matrices {
  std::size_t count;  // of elements
  DeviceBuffer<float> in, out;

  Matrices(Engine& engine, const Placed& placed)
      : count(std::size_t{placed.rows} * placed.cols),
        in(engine, placed.offset + count, "in"),
        out(engine, placed.offset + count, "out") {}
  Arguments arguments(const Placed& placed) {
    return {in.data() + placed.offset, out.data() + placed.offset, placed.rows, placed.cols, placed.most_blocks_in_y};
  }
};

class Trials {
 public:
  Trials(Engine& engine, const Variant& variant, const Placed& placed, Extent size)
      : engine_(engine), variant_(variant), placed_{size.y, size.x, placed.offset, placed.most_blocks_in_y} {}

  enum class Outcome { right, incomplete, wrong };
  // Right: no thread does what it may not, and none writes what another one has written. Incomplete: all that is
  // written is right.
  Outcome outcome(const LaunchShape& shape) const {
    Matrices matrices(engine_, placed_);
    std::vector<std::uint32_t> bits(matrices.count), due(matrices.count);
    copy_on_cpu(0, bits);
    transpose_on_cpu(0, due, placed_.rows, placed_.cols);
    if (variant_.output == Output::copied) due = bits;
    std::vector<float> values(matrices.count);
    std::transform(bits.begin(), bits.end(), values.begin(), [](std::uint32_t b) { return std::bit_cast<float>(b); });
    matrices.in.upload(placed_.offset, values);
    try {
      const auto seen = engine_.execute([&] { variant_.run_as(matrices.arguments(placed_), shape); });
      if (!seen || seen->hazards.any() || !seen->remarks.empty()) return Outcome::wrong;
    } catch (const std::exception&) {
      return Outcome::wrong;
    }
    matrices.out.download(placed_.offset, values);
    Outcome outcome = Outcome::right;
    for (std::size_t i = 0; i < matrices.count; ++i) {
      const auto found = std::bit_cast<std::uint32_t>(values[i]);
      if (found != due[i] && found != poison_bits) return Outcome::wrong;
      if (found != due[i]) outcome = Outcome::incomplete;
    }
    return outcome;
  }
  bool is_right(const LaunchShape& shape) const { return outcome(shape) == Outcome::right; }

  // The lines of the kernel itself, and not of what it calls, in which it loads and stores.
  struct Lines {
    std::set<std::string> all;
    std::string first_load;  // of the input
    bool uses_shared = false;
  };
  Lines lines() const {
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

 private:
  Engine& engine_;
  const Variant& variant_;
  Placed placed_;
};

std::string in_words(Extent extent) { return fmt::format("{{{}, {}}}", extent.x, extent.y); }

// Its sides exchanged; one of them twice as long, one or both half as long, and so on: the larger ones first.
std::vector<Extent> others(Extent extent, unsigned most_times) {
  std::vector<Extent> all{{extent.y, extent.x}};
  for (unsigned by = 2; by <= most_times; by *= 2) {
    all.push_back({extent.x * by, extent.y});
    all.push_back({extent.x, extent.y * by});
    if (extent.x % by == 0) all.push_back({extent.x / by, extent.y});
    if (extent.y % by == 0) all.push_back({extent.x, extent.y / by});
    if (extent.x % by == 0 && extent.y % by == 0) all.push_back({extent.x / by, extent.y / by});
  }
  std::stable_sort(all.begin(), all.end(), [](Extent a, Extent b) { return a.x * a.y > b.x * b.y; });
  return all;
}

class Launch {
 public:
  Launch(Engine& engine, const Variant& variant, const Placed& placed, Extent size)
      : engine_(engine), variant_(variant), placed_(placed), size_(size), trials_(engine, variant, placed, size) {}

  bool is_right() const { return found_ == Trials::Outcome::right; }

  std::string fault() const {
    std::string words = wrong_block(true);
    const bool lacks_blocks = found_ == Trials::Outcome::incomplete;
    if (words.empty() && lacks_blocks) words = wrong_order();
    if (words.empty() && lacks_blocks) words = wrong_tile();
    return words.empty() ? wrong_block(false) : words;
  }

 private:
  std::string in_variants() const { return fmt::format("variants.cu:{}", variant_.line); }

  std::string wrong_order() const {
    LaunchShape other = shape_;
    const bool by_input = shape_.order == BlockOrder::along_input_rows;
    other.order = by_input ? BlockOrder::along_output_rows : BlockOrder::along_input_rows;
    if (!trials_.is_right(other)) return {};
    const char* in_grid = by_input ? "columns" : "rows";
    const char* in_kernel = by_input ? "rows" : "columns";
    const std::string exchanged = "rows and columns are swapped in the grid: ";
    if (kernel_is_right()) {
      return fmt::format(
          "{}: {}the kernel takes blockIdx.x for the tiles along the {} of in, and this launch gives it "
          "as many as lie along the {}",
          in_variants(), exchanged, in_kernel, in_grid);
    }
    return fmt::format("{}: {}blockIdx.x counts tiles along the {} of in, and is used for the {} here", line_,
                       exchanged, in_grid, in_kernel);
  }

  std::string wrong_tile() const {
    for (const Extent tile : others(shape_.tile, 4)) {
      LaunchShape other = shape_;
      other.tile = tile;
      if (!trials_.is_right(other)) continue;
      return fmt::format("{}: the tile is {}, but a block does {} x {}: with the tile {} all is right", in_variants(),
                         in_words(shape_.tile), tile.x, tile.y, in_words(tile));
    }
    return {};
  }

  // A kernel without shared memory follows its block, or has one loop that may be wrong itself: then the variant's name
  // has to say which block is meant.
  std::string wrong_block(bool named) const {
    if (!named && !lines_.uses_shared) return {};
    for (const Extent block : others(shape_.block, 2)) {
      const bool has_name = variant_.name.find(fmt::format("{}x{}", block.x, block.y)) != std::string::npos;
      LaunchShape other = shape_;
      other.block = block;
      if ((named && !has_name) || block.x * block.y > 1024 || !trials_.is_right(other)) continue;
      return fmt::format("{}: the block has {} threads, but the kernel is one for {}: with that all is right",
                         in_variants(), in_words(shape_.block), in_words(block));
    }
    return {};
  }

  // Another launch of it is: one that uses the same lines.
  bool kernel_is_right() const {
    for (const Variant& other : catalog_of(engine_).variants) {
      if (other.name == variant_.name || !other.run_as) continue;
      const Trials trials(engine_, other, placed_, size_);
      const auto lines = trials.lines().all;
      const bool same = std::includes(lines.begin(), lines.end(), lines_.all.begin(), lines_.all.end());
      if (same && trials.is_right({other.block, other.tile, other.order})) return true;
    }
    return false;
  }

  Engine& engine_;
  const Variant& variant_;
  const Placed& placed_;
  Extent size_;
  Trials trials_;
  LaunchShape shape_{variant_.block, variant_.tile, variant_.order};
  Trials::Outcome found_ = trials_.outcome(shape_);
  Trials::Lines lines_ = trials_.lines();
  std::string line_ = lines_.first_load;
};

}  // namespace

std::string wrong_launch(Engine& engine, const Variant& variant, const Placed& placed) {
  if (engine.recorder() == nullptr || !variant.run_as || variant.line == 0) return {};
  try {
    for (const Extent size : sizes) {
      const Launch launch(engine, variant, placed, size);
      if (launch.is_right()) continue;
      const std::string words = launch.fault();
      return words.empty() ? "" : fmt::format("{} (at {}x{})", words, size.y, size.x);
    }
  } catch (const std::exception&) {
    // It fails in another way now, which explains nothing.
  }
  return {};
}

}  // namespace ladder::transpose
