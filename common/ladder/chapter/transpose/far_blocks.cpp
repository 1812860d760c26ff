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

// What is wrong with what the blocks have written, in a few words; both in the order of the index. Which block has
// which tile is the kernel's choice: another tile than the one that is due is as good, if what it writes is right.
std::string difference(const std::vector<WrittenElement>& found, const std::vector<WrittenElement>& due,
                       const Matrix& matrix, Output output) {
  if (found == due) return {};
  const std::uint64_t out_cols = output == Output::copied ? matrix.cols : matrix.rows;
  const auto in_words = [=](std::size_t index) {
    return fmt::format("row {}, column {} of the output", index / out_cols, index % out_cols);
  };
  for (const auto& [index, bits] : found) {
    const std::uint64_t row = index / out_cols, col = index % out_cols;
    const std::uint32_t right = input_bits(output == Output::copied ? index : col * matrix.cols + row);
    if (bits != right) return fmt::format("{} is {:#010x}, not {:#010x}", in_words(index), bits, right);
  }
  // At the edges of a matrix tiles are smaller. (A copy to the wrong place may look right: it has one offset only.)
  if (output == Output::transposed && found.size() * 4 >= due.size() * 3) return {};
  const auto missing = std::find_if(due.begin(), due.end(), [&](const WrittenElement& element) {
    return !std::binary_search(found.begin(), found.end(), element);
  });
  return in_words(missing->index) + " is never written";
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
  const std::string wrong = difference(out.written(), due, matrix, variant.output);
  if (!wrong.empty()) lines.push_back(wrong);
  for (std::string& line : lines) {
    line += fmt::format(
        "; in a few blocks of a matrix of {}x{}: are element offsets of 64 bits? rows and columns of 32?", rows, cols);
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
