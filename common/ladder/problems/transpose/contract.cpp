#include "ladder/problems/transpose/contract.hpp"

#include <algorithm>

namespace ladder::transpose {
namespace {

struct Matrix {
  std::uint64_t rows, cols;
  std::uint64_t in_a_sector;  // elements
};

std::uint64_t elements_per_lane(const Patch& patch) { return patch.rows * patch.elements / patch.requests / 32; }

// Of the n-th request of a patch that begins there, in a matrix that may end before the patch: the sectors, each once.
// The lanes' elements are `apart`, and the first lane's is the patch's `skipped`-th.
std::uint64_t sectors_of_request(const Matrix& matrix, const Patch& patch, std::uint64_t row, std::uint64_t first_col,
                                 std::uint64_t apart) {
  const std::uint64_t end_row = std::min(row + patch.rows, matrix.rows);
  const std::uint64_t end_col = std::min((first_col / patch.elements + 1) * patch.elements, matrix.cols);
  const std::uint64_t reach = (end_col - first_col - 1) / apart * apart + 1;  // to the last lane's, with those between
  std::uint64_t sectors = 0, counted = 0;                                     // counted: all that lie before this one
  for (; row < end_row; row += patch.requests) {
    const std::uint64_t first = std::max((row * matrix.cols + first_col) / matrix.in_a_sector, counted);
    const std::uint64_t end = (row * matrix.cols + first_col + reach - 1) / matrix.in_a_sector + 1;
    sectors += end - first;
    counted = end;
  }
  return sectors;
}

// aligned: lanes move all their elements at once, not one by one.
Requests requests_of(const Patch& patch, const Matrix& matrix, bool aligned) {
  const std::uint64_t apart = aligned ? 1 : elements_per_lane(patch);
  Requests all;
  for (std::uint64_t first_row = 0; first_row < matrix.rows; first_row += patch.rows) {
    for (std::uint64_t row = first_row; row < std::min(first_row + patch.requests, matrix.rows); ++row) {
      for (std::uint64_t first_col = 0; first_col < matrix.cols; first_col += patch.elements) {
        for (std::uint64_t col = first_col; col < std::min(first_col + apart, matrix.cols); ++col) {
          ++all.count;
          all.transactions += sectors_of_request(matrix, patch, row, col, apart);
        }
      }
    }
  }
  return all;
}

}  // namespace

DueWork EachElementOnce::operator()(const Sizes& size) const {
  const Matrix in{size.at(0).second, size.at(1).second, 32 / element_bytes};
  const Matrix out = output == Output::copied ? in : Matrix{in.cols, in.rows, in.in_a_sector};
  const std::uint64_t blocks = divide_up(in.cols, tile.x) * divide_up(in.rows, tile.y);
  const auto is_aligned = [](const Patch& patch, const Matrix& m) { return m.cols % elements_per_lane(patch) == 0; };
  const bool aligned = is_aligned(load, in) && is_aligned(store, out);
  const auto of_full_tiles = [&](Way way) {
    const std::uint64_t count = way.elements == 0 ? 0 : blocks * tile.x * tile.y / (32 * way.elements);
    return Requests{count, count * way.cost};
  };
  const bool is_full = in.rows % tile.y == 0 && in.cols % tile.x == 0;
  const Requests stores = requests_of(store, out, aligned);
  return {{.global_loads = requests_of(load, in, aligned),
           .global_stores = stores,
           .shared_loads = of_full_tiles(shared_load),
           .shared_stores = of_full_tiles(shared_store),
           .blocks = blocks,
           .barriers = blocks * barriers,
           .load_rounds = blocks * load_rounds,
           .store_rounds = is_full ? stores.count / (block_threads / 32) : UINT64_MAX},
          is_full,
          true,
          block_threads,
          in_words(tile)};
}

}  // namespace ladder::transpose
