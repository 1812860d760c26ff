#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ladder/base/mapped.hpp"
#include "ladder/problems/transpose/checks.hpp"
#include "ladder/problems/transpose/far_run.hpp"
#include "ladder/report/result.hpp"

namespace ladder::transpose {
namespace {

// A tile of the input, counted in tiles from the left and from the top.
struct TilePlace {
  std::uint64_t x, y;
  auto operator<=>(const TilePlace&) const = default;
};

std::set<TilePlace> places(const FarMatrix& matrix, Extent tile) {
  const auto place = [&](std::uint64_t row, std::uint64_t col) { return TilePlace{col / tile.x, row / tile.y}; };
  std::set<TilePlace> places{place(0, 0), place(matrix.rows - 1, matrix.cols - 1)};
  for (const std::uint64_t limit : {std::uint64_t{1} << 31, std::uint64_t{1} << 32}) {
    for (const std::uint64_t offset : {limit - 1, limit}) {
      places.insert(place(offset / matrix.cols, offset % matrix.cols));  // of the input
      places.insert(place(offset % matrix.rows, offset / matrix.rows));  // of the output
    }
  }
  return places;
}

// The number of the block that has the tile, as the grid of variant() in kernels.hpp counts.
std::uint64_t block_of(const TilePlace& place, const Variant& variant, const FarMatrix& matrix) {
  const auto tiles = [](std::uint64_t count, unsigned each) { return (count + each - 1) / each; };
  return variant.order == BlockOrder::along_input_rows ? place.y * tiles(matrix.cols, variant.tile.x) + place.x
                                                       : place.x * tiles(matrix.rows, variant.tile.y) + place.y;
}

FarLaunch launch_of(const Variant& variant, const FarMatrix& matrix) {
  FarLaunch launch{.elements = matrix.rows * matrix.cols, .element_bytes = variant.element_bytes};
  const bool copied = variant.output == Output::copied;
  launch.source = [=](std::size_t i) { return copied ? i : i % matrix.rows * matrix.cols + i / matrix.rows; };
  launch.target = [=](std::size_t i) { return copied ? i : i % matrix.cols * matrix.rows + i / matrix.cols; };
  launch.run = [=, &variant](const float* in, float* out) {
    variant.run({in, out, static_cast<unsigned>(matrix.rows), static_cast<unsigned>(matrix.cols)});
  };
  if (!variant.keeps_nan_bits) {
    launch.input = [](std::size_t i) { return input_bits(i) & ~(1u << 30); };  // no NaN
    launch.before = [](std::size_t) { return 0u; };                            // to which it may add
  }
  launch.name = [=](const std::string& array, std::size_t i) {
    const std::size_t cols = copied || array == "in" ? matrix.cols : matrix.rows;
    return fmt::format("{}[{}][{}]", array, i / cols, i % cols);
  };
  return launch;
}

std::vector<Finding> hazards_of(FarRun& run, const Variant& variant, const BlockChoice& choose) {
  Result result;
  result.variant = variant.name;
  adopt_observation(run.execute(choose), result);
  return hazards_of(result);
}

// What the blocks with these tiles have to write, each element with its block.
DueElements elements_due(const std::set<TilePlace>& places, const Variant& variant, const FarMatrix& matrix,
                         const FarLaunch& launch) {
  DueElements due;
  for (const TilePlace& place : places) {
    const std::uint64_t first_row = place.y * variant.tile.y, first_col = place.x * variant.tile.x;
    for (std::uint64_t col = first_col; col < std::min(first_col + variant.tile.x, matrix.cols); ++col) {
      // To the next sector, of 32 bytes, of this row of the output.
      const std::uint64_t skip = variant.whole_sectors ? (0 - col * matrix.rows) % (32 / variant.element_bytes) : 0;
      const std::uint64_t first = first_row == 0 ? 0 : first_row + skip;
      for (std::uint64_t row = first; row < std::min(first_row + variant.tile.y + skip, matrix.rows); ++row)
        due[launch.target(row * matrix.cols + col)] = block_of(place, variant, matrix);
    }
  }
  return due;
}

// Which block has which tile is the kernel's choice. So where not all tiles that are due were written: whether blocks
// picked at random write two thirds of what so many blocks have to, as tiles are cut off. (What they write is right:
// see wrong_element().)
bool write_enough(const FarMatrix& matrix, Engine& engine, const Variant& variant) {
  FarRun run(engine, launch_of(variant, matrix));
  const std::uint64_t row = variant.output == Output::copied ? matrix.cols : matrix.rows;
  return hazards_of(run, variant, FarRun::some_of).empty() && run.wrong_element().empty() &&
         run.wrote_enough(2. / 3, row);
}

}  // namespace

std::vector<Finding> faults_in(Engine& engine, const Variant& variant, const FarMatrix& matrix) {
  if (engine.excerpts() == nullptr || variant.tile.x == 0) return {};
  const std::set<TilePlace> tiles = places(matrix, variant.tile);
  auto blocks = mapped(tiles, [&](const TilePlace& place) { return block_of(place, variant, matrix); });
  const FarLaunch launch = launch_of(variant, matrix);
  FarRun run(engine, launch);
  const auto choose = [&](std::uint64_t of_grid) {
    std::erase_if(blocks, [=](std::uint64_t block) { return block >= of_grid; });  // it may have larger tiles here
    return blocks;
  };
  std::vector<Finding> findings = hazards_of(run, variant, choose);
  std::string wrong = run.wrong_element();
  const DueElements due = elements_due(tiles, variant, matrix, launch);
  DueElements missing = due;
  std::size_t beyond = 0;
  for (const WrittenElement& element : run.written()) beyond += 1 - missing.erase(element.index);
  Finding cause = wrong.empty() ? Finding{} : run.wrong_offset(choose, due);
  const bool is_open = wrong.empty() && findings.empty() && (beyond > 0 || !missing.empty());
  if (!cause.found() && !missing.empty()) {
    const Finding store = run.wrong_offset(choose, due, &*missing.begin());
    if (is_open || store.is_proved) cause = store;  // which block has what is the kernel's choice, but not 2^32 off
  }
  if (cause.is_proved || (is_open && !write_enough(matrix, engine, variant))) {
    if (wrong.empty() && missing.empty()) wrong = "blocks write more than their tiles";
    if (wrong.empty()) wrong = launch.name("out", missing.begin()->first) + " is never written";
  }
  if (!wrong.empty()) {
    cause.rule = "wrong_result";
    cause.variant = variant.name;
    cause.words += cause.words.empty()
                       ? wrong + ": are offsets of 64 bits (size_t)? rows and columns of 32? (A float has 24.)"
                       : "; " + wrong;
    findings.insert(cause.at.file.empty() ? findings.end() : findings.begin(), cause);  // one of another place collides
  }
  for (Finding& finding : findings)
    finding.where = fmt::format("{} in a few blocks of a matrix of {}x{}", variant.name, matrix.rows, matrix.cols);
  return findings;
}

std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant) {
  for (const FarMatrix& matrix : {FarMatrix{8400016, 1040}, {1040, 8400016}, {8400003, 1027}, {1027, 8400003}}) {
    const auto faults = faults_in(engine, variant, matrix);
    if (!faults.empty()) return faults;
  }
  return {};
}

}  // namespace ladder::transpose
