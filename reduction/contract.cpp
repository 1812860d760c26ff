// The sum: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/chapter/reduction/contract.hpp"

#include <vector>

using namespace ladder::reduction;
using ladder::Work;

namespace {

// One launch. A block takes 8192 elements, a float4 per lane with a request: 32 * 16 / 32 = 16 sectors. 16 warps leave
// their sums and one reads those; one thread stores the block's sum, draws a ticket (an atomic of one
// lane: one sector), and says to 16 warps whether it
// was the last: two barriers. The last block loads the blocks' sums, and sums once more.
Work vectorized(std::uint64_t count) {
  const std::uint64_t blocks = count / 8192, loads = count / (32 * 4);
  const std::uint64_t loads_of_sums = (blocks + 31) / 32, sectors_of_sums = (blocks + 7) / 8;
  const std::uint64_t shared_loads = blocks * (1 + 16) + 1, shared_stores = blocks * (16 + 1) + 16;
  return {.global_loads = {loads + loads_of_sums, loads * 16 + sectors_of_sums},
          .global_stores = {blocks + 1, blocks + 1},
          .shared_loads = {shared_loads, shared_loads},
          .shared_stores = {shared_stores, shared_stores},
          .global_atomics = {blocks, blocks},
          .blocks = blocks,
          .barriers = blocks * 2 + 1};
}

}  // namespace

// Of one block of 8 warps. All store what they loaded, 8 requests; each level of the tree has two loads and a store for
// each warp that adds; and one load reads the sum. Warps that add, at the 8 levels:
//
//   naive       8 8 8 8 8 4 2 1, together 47; never a conflict
//   stride      4 2 1 1 1 1 1 1, together 12; ways 2 4 8 8 8 4 2 1: 4*2 + 2*4 + 8 + 8 + 8 + 4 + 2 + 1 = 47 wavefronts
//   sequential  4 2 1 1 1 1 1 1
//   unroll      4 2 1, and then 5 levels in one warp with one load and one store each, as a lane's own sum stays in
//               its register; nothing is stored at the level before them, and nothing is read back at the end
//   shuffle     none: a float for each warp, which one warp loads
const std::vector<ladder::Contract> ladder::contracts = {
    //             elements, most blocks; requests, wavefronts of loads; of stores; barriers
    {"naive", Passes{256, 0, {2 * 47 + 1, 2 * 47 + 1}, {8 + 47, 8 + 47}, 1 + 8}},
    {"stride", Passes{256, 0, {2 * 12 + 1, 2 * 47 + 1}, {8 + 12, 8 + 47}, 1 + 8}},
    {"sequential", Passes{256, 0, {2 * 12 + 1, 2 * 12 + 1}, {8 + 12, 8 + 12}, 1 + 8}},
    {"first_add", Passes{512, 0, {2 * 12 + 1, 2 * 12 + 1}, {8 + 12, 8 + 12}, 1 + 8}},
    {"unroll", Passes{512, 0, {2 * 7 + 5, 2 * 7 + 5}, {8 + 6 + 5, 8 + 6 + 5}, 1 + 2}},
    {"multiple", Passes{512, 1024, {2 * 7 + 5, 2 * 7 + 5}, {8 + 6 + 5, 8 + 6 + 5}, 1 + 2}},
    {"shuffle", Passes{512, 1024, {1, 1}, {8, 8}, 1}},
    {"vectorized", of_full_blocks(vectorized)},
};
