#include "ladder/chapter/transpose/far_blocks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "ladder/verification/sparse_buffer.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
namespace {

struct Matrix {
  std::uint64_t rows, cols;
};

// More than 2^32 elements each; with and without rows that a float4 fits.
constexpr Matrix matrices[] = {{4200004, 1028}, {1028, 4200004}, {4200003, 1027}, {1027, 4200003}};

// A tile of the input, counted in tiles from the left and from the top.
struct Place {
  std::uint64_t x, y;
  auto operator<=>(const Place&) const = default;
};

std::set<Place> places(const Matrix& matrix, Extent tile) {
  const auto place = [&](std::uint64_t row, std::uint64_t col) { return Place{col / tile.x, row / tile.y}; };
  std::set<Place> places{place(0, 0), place(matrix.rows - 1, matrix.cols - 1)};
  for (const std::uint64_t limit : {std::uint64_t{1} << 31, std::uint64_t{1} << 32}) {
    for (const std::uint64_t offset : {limit - 1, limit}) {
      places.insert(place(offset / matrix.cols, offset % matrix.cols));  // of the input
      places.insert(place(offset % matrix.rows, offset / matrix.rows));  // of the output
    }
  }
  return places;
}

// The number of the block that has the tile, as the grid of variant() in kernels.hpp counts.
std::uint64_t block_of(const Place& place, const Variant& variant, const Matrix& matrix) {
  const auto tiles = [](std::uint64_t count, unsigned each) { return (count + each - 1) / each; };
  return variant.order == BlockOrder::along_input_rows ? place.y * tiles(matrix.cols, variant.tile.x) + place.x
                                                       : place.x * tiles(matrix.rows, variant.tile.y) + place.y;
}

// What the block with this tile has to write.
void add_elements_due(const Place& place, const Variant& variant, const Matrix& matrix,
                      std::vector<WrittenElement>& due) {
  const auto [rows, cols] = matrix;
  const std::uint64_t first_row = place.y * variant.tile.y, first_col = place.x * variant.tile.x;
  for (std::uint64_t col = first_col; col < std::min(first_col + variant.tile.x, cols); ++col) {
    // To the next sector, of 8 floats, of this row of the output.
    const std::uint64_t skip = variant.whole_sectors ? (0 - col * rows) % 8 : 0;
    const std::uint64_t first = first_row == 0 ? 0 : first_row + skip;
    for (std::uint64_t row = first; row < std::min(first_row + variant.tile.y + skip, rows); ++row) {
      const std::uint64_t at = variant.output == Output::copied ? row * cols + col : col * rows + row;
      due.push_back({at, input_bits(row * cols + col)});
    }
  }
}

// The first element that is not as it is due, in a few words; both in the order of the index.
std::string first_difference(const std::vector<WrittenElement>& found, const std::vector<WrittenElement>& due,
                             std::uint64_t out_cols) {
  const auto [f, d] = std::mismatch(found.begin(), found.end(), due.begin(), due.end());
  if (f == found.end() && d == due.end()) return {};
  const auto in_words = [out_cols](std::size_t index) {
    return fmt::format("row {}, column {} of the output", index / out_cols, index % out_cols);
  };
  if (d == due.end() || (f != found.end() && f->index < d->index)) {
    return in_words(f->index) + " is written by a block that does not hold it";
  }
  if (f == found.end() || d->index < f->index) return in_words(d->index) + " is never written";
  return fmt::format("{} is {:#010x}, not {:#010x}", in_words(d->index), f->bits, d->bits);
}

std::vector<std::string> faults_in(const Matrix& matrix, Excerpts& excerpts, const Variant& variant) {
  const auto [rows, cols] = matrix;
  std::vector<std::uint64_t> blocks;
  std::vector<WrittenElement> due;
  for (const Place& place : places(matrix, variant.tile)) {
    blocks.push_back(block_of(place, variant, matrix));
    add_elements_due(place, variant, matrix, due);
  }
  std::sort(due.begin(), due.end());

  const SparseBuffer in(excerpts, rows * cols, "in", [](std::size_t i) { return input_bits(i); });
  const SparseBuffer out(excerpts, rows * cols, "out");
  const auto seen = excerpts.execute(
      [&] {
        variant.run({in.data(), out.data(), static_cast<unsigned>(matrix.rows), static_cast<unsigned>(matrix.cols)});
      },
      [&](std::uint64_t) { return blocks; });
  std::vector<std::string> lines = seen.messages;
  const std::string wrong = first_difference(out.written(), due, variant.output == Output::copied ? cols : rows);
  if (!wrong.empty()) lines.push_back(wrong);
  for (std::string& line : lines) {
    line += fmt::format("; in a few blocks of a matrix of {}x{}: are element offsets of 64 bits?", rows, cols);
  }
  return lines;
}

}  // namespace

std::vector<std::string> faults_far_out(Engine& engine, const Variant& variant) {
  Excerpts* const excerpts = engine.excerpts();
  if (excerpts == nullptr || variant.tile.x == 0) return {};
  for (const Matrix& matrix : matrices) {
    const auto lines = faults_in(matrix, *excerpts, variant);
    if (!lines.empty()) return lines;
  }
  return {};
}

}  // namespace ladder::transpose
