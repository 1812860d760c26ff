// Step 5: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/transpose/contract.hpp"

#include <algorithm>
#include <vector>

using namespace ladder::transpose;
using ladder::DueWork;
using ladder::Requests;

namespace {

void add_row(Requests& all, std::uint64_t first, std::uint64_t floats) {
  if (floats == 0) return;
  ++all.count;
  all.transactions += ladder::sectors_of(first, floats);
}

// Each block stores 64 rows and loads 8 more, where there are any. Of each row of the output it stores two runs of 32
// floats, which begin with a sector; the first block stores what comes before them, too. It keeps all that it may load.
DueWork shifted(const ladder::Sizes& size) {
  const std::uint64_t rows = size.at(0).second, cols = size.at(1).second;
  Requests loads, stores;
  for (std::uint64_t first_row = 0; first_row < rows; first_row += 64) {
    for (std::uint64_t row = first_row; row < std::min(first_row + 64 + 8, rows); ++row) {
      for (std::uint64_t col = 0; col < cols; col += 32)
        add_row(loads, row * cols + col, std::min<std::uint64_t>(32, cols - col));
    }
  }
  for (std::uint64_t col = 0; col < cols; ++col) {
    const std::uint64_t skip = (0 - col * rows) % 8;
    add_row(stores, col * rows, std::min(skip, rows));
    for (std::uint64_t row = skip; row < rows; row += 32)
      add_row(stores, col * rows + row, std::min<std::uint64_t>(32, rows - row));
  }
  const std::uint64_t blocks = ladder::divide_up(rows, 64) * ladder::divide_up(cols, 128);
  const std::uint64_t kept = blocks * (64 + 8) * 128 / 32;
  return {{.global_loads = loads,
           .global_stores = stores,
           .shared_loads = {stores.count, stores.count},
           .shared_stores = {kept, kept},
           .blocks = blocks,
           .barriers = blocks,
           .load_rounds = blocks},
          rows % 64 == 0 && cols % 128 == 0,
          true,
          1024};
}

}  // namespace

// A float4 per lane both ways: 16 sectors where all of them are used. A thread of `registers` and of `swizzled` loads
// four rows of four floats, one after the other. registers_32x8 stores to 32 rows, and of each of the 32 sectors a
// half. The swizzled tile takes 4 wavefronts, the least for a float4 per lane; the scalar tile 2 for a float.
const std::vector<ladder::Contract> ladder::contracts = {
    //                     rows, floats, requests of a warp: loads, stores; then floats of a lane, wavefronts: loads,
    //                     stores; columns, rows of a block; barriers
    {"registers_32x8", EachElementOnce{{4, 128, 4}, {128, 4, 4}, {}, {}, {128, 32}}},
    {"registers_16x16", EachElementOnce{{8, 64, 4}, {64, 8, 4}, {}, {}, {64, 64}}},
    {"registers_8x32", EachElementOnce{{16, 32, 4}, {32, 16, 4}, {}, {}, {32, 128}}},
    {"swizzled_64x64", EachElementOnce{{8, 64, 4}, {2, 64}, {4, 4}, {4, 4}, {64, 64}, 1}},
    {"write_order_64x64", EachElementOnce{{8, 64, 4}, {2, 64}, {4, 4}, {4, 4}, {64, 64}, 1}},
    {"scalar_tile_64x64", EachElementOnce{{2, 64}, {2, 64}, {1, 2}, {1, 2}, {64, 64}, 1}.by(512)},
    {"shifted_128x64", shifted},
};
