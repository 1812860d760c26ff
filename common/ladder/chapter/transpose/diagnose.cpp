#include "ladder/chapter/transpose/diagnose.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
namespace {

struct Place {
  std::size_t row, col;
};

// A mistake says which element of the input stands at (row, col) of the output, if any.
struct Mistake {
  std::string words;
  std::function<std::optional<Place>(Place out)> source;
};

class WrongOutput {
 public:
  WrongOutput(std::span<const std::uint32_t> found, std::size_t rows, std::size_t cols)
      : found_(found), rows_(rows), cols_(cols) {
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] == right_bits(i)) continue;
      (found[i] == poison_bits ? unwritten_ : wrong_).push_back(i);
    }
  }

  // The mistake explains every element that is written and wrong.
  bool looks_like(const Mistake& mistake) const {
    std::size_t explained = 0;
    for (const std::size_t i : wrong_) {
      const auto source = mistake.source({i / rows_, i % rows_});
      if (!source || source->row >= rows_ || source->col >= cols_) continue;
      explained += found_[i] == input_bits(source->row * cols_ + source->col);
    }
    return wrong_.size() >= 4 && explained == wrong_.size();
  }

  // There are whole tiles, all of them are right, and nothing else was written.
  bool only_whole_tiles_written(Extent tile) const {
    const std::size_t whole_cols = cols_ / tile.x * tile.x, whole_rows = rows_ / tile.y * tile.y;
    const auto cut_off = [&](std::size_t i) { return i / rows_ >= whole_cols || i % rows_ >= whole_rows; };
    const std::size_t in_whole_tiles = whole_cols * whole_rows;
    return in_whole_tiles != 0 && wrong_.empty() && !unwritten_.empty() &&
           unwritten_.size() == found_.size() - in_whole_tiles &&
           std::all_of(unwritten_.begin(), unwritten_.end(), cut_off);
  }

  // Nothing is wrong but that tiles were left out: those that no block works on where blockIdx.x and blockIdx.y are
  // taken for each other. (Where gridDim.y is at its limit there are a few blocks more.)
  bool blocks_are_swapped(Extent tile) const {
    const std::size_t along_row = (cols_ + tile.x - 1) / tile.x, along_column = (rows_ + tile.y - 1) / tile.y;
    const auto left_out = [&](std::size_t i) {
      return i / rows_ / tile.x >= along_column || i % rows_ / tile.y >= along_row;
    };
    std::size_t expected = 0;
    for (std::size_t i = 0; i < found_.size(); ++i) expected += left_out(i) ? 1 : 0;
    if (along_row == 1 || along_column == 1) return false;  // there, other mistakes leave out the same
    return wrong_.empty() && !unwritten_.empty() && unwritten_.size() * 2 >= expected &&
           std::all_of(unwritten_.begin(), unwritten_.end(), left_out);
  }

 private:
  std::uint32_t right_bits(std::size_t i) const { return input_bits(i % rows_ * cols_ + i / rows_); }

  std::span<const std::uint32_t> found_;
  std::size_t rows_, cols_;
  std::vector<std::size_t> wrong_, unwritten_;  // written, but not with what belongs there; never written
};

std::vector<Mistake> known_mistakes(std::size_t rows, std::size_t cols, std::size_t tile) {
  const auto place = [](std::size_t index, std::size_t pitch) { return Place{index / pitch, index % pitch}; };
  const auto start = [tile](std::size_t i) { return i / tile * tile; };
  return {
      {"the output is the input: nothing was transposed",
       [=](Place out) { return place(out.row * rows + out.col, cols); }},
      {"rows and columns are swapped in the size: the output is written in rows of cols elements",
       [=](Place out) {
         const Place meant = place(out.row * rows + out.col, cols);
         return Place{meant.col, meant.row};
       }},
      {"rows and columns are swapped in the size: the input is read in rows of rows elements",
       [=](Place out) { return place(out.col * rows + out.row, cols); }},
      {"the blocks' offsets are not swapped: each tile is transposed, but stands where it was",
       [=](Place out) {
         return Place{start(out.row) + out.col % tile, start(out.col) + out.row % tile};
       }},
      {"the threads' offsets are not swapped: each 4 x 4 is transposed, but stands in its tile where it was",
       [=](Place out) {
         const auto four = [](std::size_t i) { return i / 4 * 4; };
         return Place{start(out.col) + four(out.row % tile) + out.col % 4,
                      start(out.row) + four(out.col % tile) + out.row % 4};
       }},
      {"the threads' offsets are not swapped: each tile is in its new place, but not transposed",
       [=](Place out) {
         return Place{start(out.col) + out.row % tile, start(out.row) + out.col % tile};
       }},
  };
}

}  // namespace

std::string diagnose(std::span<const std::uint32_t> found, unsigned rows, unsigned cols, Extent tile) {
  const WrongOutput output(found, rows, cols);
  if (output.only_whole_tiles_written(tile)) return "only whole tiles were written: does the grid's size round up?";
  if (output.blocks_are_swapped(tile)) {
    return "rows and columns are swapped in the grid: blockIdx.x and blockIdx.y count tiles along the wrong sides";
  }
  for (const Mistake& mistake : known_mistakes(rows, cols, std::min(tile.x, tile.y))) {
    if (output.looks_like(mistake)) return mistake.words;
  }
  return {};
}

}  // namespace ladder::transpose
