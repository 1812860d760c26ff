#include "ladder/chapter/transpose/wrong_launch.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "ladder/chapter/transpose/trials.hpp"
#include "ladder/chapter/transpose/workbench.hpp"

namespace ladder::transpose {
namespace {

// Rows that a float4 fits, and rows that it does not.
constexpr Extent launch_sizes[] = {{136, 264}, {137, 267}};

// Whether its name has the block: "looped_32x8".
bool is_named(const Variant& variant, Extent block) {
  return variant.name.find(fmt::format("{}x{}", block.x, block.y)) != std::string::npos;
}

class Launch {
 public:
  Launch(Engine& engine, const Variant& variant, const Placed& placed)
      : variant_(variant), trials_(engine, variant, placed) {}

  bool is_right() const { return found_ == Trials::Outcome::right || found_ == Trials::Outcome::wasteful; }

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
    if (trials_.kernel_is_right()) {
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
    for (const Extent block : others(shape_.block, 4)) {
      LaunchShape other = shape_;
      other.block = block;
      if ((named && !is_named(variant_, block)) || block.x * block.y > 1024 || !trials_.is_right(other)) continue;
      return fmt::format("{}: the block has {} threads, but the kernel is one for {}: with that all is right",
                         in_variants(), in_words(shape_.block), in_words(block));
    }
    return {};
  }

  const Variant& variant_;
  Trials trials_;
  LaunchShape shape_{variant_.block, variant_.tile, variant_.order};
  Trials::Outcome found_ = trials_.outcome(shape_);
  Trials::Lines lines_ = trials_.lines();
  std::string line_ = lines_.first_load;
};

Result run_as(Engine& engine, const Variant& variant, const LaunchShape& shape) {
  constexpr Extent size{512, 256};
  Variant other = variant;
  other.block = shape.block;
  other.run = [&](const Arguments& arguments) { variant.run_as(arguments, shape); };
  return Workbench(engine, size.y, size.x).run(other, 1);
}

}  // namespace

std::string wrong_launch(Engine& engine, const Variant& variant, const Placed& placed) {
  if (engine.recorder() == nullptr || !variant.run_as || variant.line == 0) return {};
  try {
    for (const Extent size : launch_sizes) {
      const Launch launch(engine, variant, {size.y, size.x, placed.offset, placed.most_blocks_in_y});
      if (launch.is_right()) continue;
      const std::string words = launch.fault();
      return words.empty() ? "" : fmt::format("{} (at {}x{})", words, size.y, size.x);
    }
  } catch (const std::exception&) {
    // It fails in another way now, which explains nothing.
  }
  return {};
}

std::string costly_launch(const Variant& variant, const std::function<bool(const Result&)>& keeps_contract) {
  if (!variant.run_as || variant.line == 0) return {};
  const auto engine = make_emulator();
  const auto [block, tile] = std::pair(variant.block, variant.tile);
  for (const Extent other : others(block, 4)) {
    if (!is_named(variant, other) || other.x * other.y > 1024) continue;
    for (const Extent of_tile : {tile, Extent{tile.y, tile.x}}) {
      const Result result = run_as(*engine, variant, {other, of_tile, variant.order});
      if (!result.good() || !keeps_contract(result)) continue;
      const bool is_same_tile = of_tile.x == tile.x && of_tile.y == tile.y;
      return fmt::format(
          "variants.cu:{}: the block has {} threads, but the kernel is one for {}: with that{} it keeps its memory "
          "contract",
          variant.line, in_words(block), in_words(other), is_same_tile ? "" : " and the tile " + in_words(of_tile));
    }
  }
  return {};
}

}  // namespace ladder::transpose
