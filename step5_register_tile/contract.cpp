// Step 5: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/chapter/transpose/contract.hpp"

#include <vector>

using namespace ladder::transpose;
using ladder::Work;

namespace {

// Each block stores 64 rows and loads 8 more, except for the last ones, below which there is nothing. A sector holds 8
// floats, and rows of a multiple of 8 floats start with one: nothing is skipped, and no store is shorter.
Work shifted(std::uint64_t rows, std::uint64_t cols) {
  const std::uint64_t elements = rows * cols, blocks = elements / (64 * 128);
  const std::uint64_t loads = (rows / 64 * (64 + 8) - 8) * cols / 32, stores = elements / 32;
  const std::uint64_t kept = blocks * (64 + 8) * 128 / 32;  // with room for 8 rows more, which are not always there
  return {.global_loads = {loads, loads * 4},
          .global_stores = {stores, stores * 4},
          .shared_loads = {stores, stores},
          .shared_stores = {kept, kept},
          .blocks = blocks,
          .barriers = blocks};
}

}  // namespace

// A float4 per lane both ways: 16 sectors where all of them are used. registers_32x8 stores to 32 rows, and of each of
// the 32 sectors a half. The swizzled tile takes 4 wavefronts, the least for a float4 per lane; the scalar tile 2 for a
// float.
const std::vector<ladder::Contract> ladder::contracts = {
    //                             floats per lane, sectors; then wavefronts: loads, stores; elements of a block;
    //                             barriers
    {"registers_32x8", EachElementOnce{{4, 16}, {4, 32}, {}, {}, 128 * 32}},
    {"registers_16x16", EachElementOnce{{4, 16}, {4, 16}, {}, {}, 64 * 64}},
    {"registers_8x32", EachElementOnce{{4, 16}, {4, 16}, {}, {}, 32 * 128}},
    {"swizzled_64x64", EachElementOnce{{4, 16}, {4, 16}, {4, 4}, {4, 4}, 64 * 64, 1}},
    {"write_order_64x64", EachElementOnce{{4, 16}, {4, 16}, {4, 4}, {4, 4}, 64 * 64, 1}},
    {"scalar_tile_64x64", EachElementOnce{{4, 16}, {4, 16}, {1, 2}, {1, 2}, 64 * 64, 1}},
    {"shifted_128x64", of_whole_tiles(shifted)},
};
