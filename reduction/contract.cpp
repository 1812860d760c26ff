// The sum: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/reduction/contract.hpp"

#include <algorithm>
#include <vector>

using ladder::divide_up;
using ladder::DueWork;
using namespace ladder::reduction;

namespace {

// One launch. A block takes 8192 elements, a float4 per lane with a request: 32 * 16 / 32 = 16 sectors. 16 warps leave
// their sums and one reads those; one thread stores the block's sum, makes a fence, draws a ticket (an atomic of one
// lane: one sector), and says to 16 warps whether it was the last: two barriers. The last block loads the blocks' sums,
// and sums once more. A block's sum takes 5 shuffles in each of the 16 warps, and 5 in one.
//
// What is left of the last block's float4 are less than 4 for each thread, one round each. A warp of which only some
// lanes have 4 asks for 3 of them twice. Block 0 takes what lies before the first float4 and behind the last one, less
// than 4 elements each, at once. 512 blocks make 8 rounds together, before the next 512 begin.
DueWork vectorized(const ladder::Sizes& size) {
  const std::uint64_t count = elements_of(size), offset = offset_of(size), before = std::min((4 - offset) % 4, count);
  const std::uint64_t vectors = (count - before) / 4, head = before != 0 ? 1 : 0,
                      tail = (count - before) % 4 != 0 ? 1 : 0;
  const std::uint64_t parts = std::max<std::uint64_t>(1, divide_up(count, 8192)), left = vectors % 2048;
  const std::uint64_t blocks = parts / 4096 * 512 + std::min<std::uint64_t>(parts % 4096, 512);
  const std::uint64_t twice = left > 3 * 512 && left % 32 != 0 ? 3 : 0;
  std::uint64_t sectors = 0;
  for (std::uint64_t i = before; i < before + 4 * vectors; i += 128) {
    sectors += ladder::sectors_of(offset + i, std::min<std::uint64_t>(128, before + 4 * vectors - i));
  }
  const std::uint64_t loads_of_sums = divide_up(blocks, 32), sectors_of_sums = divide_up(blocks, 8);
  const std::uint64_t shared_loads = blocks * (1 + 16) + 1, shared_stores = blocks * (16 + 1) + 16;
  const std::uint64_t rounds_left = left == 0 ? 0 : twice + std::min<std::uint64_t>(3, divide_up(left, 512));
  return {{.global_loads = {divide_up(vectors, 32) + twice + head + tail + loads_of_sums,
                            sectors + twice + head + tail + sectors_of_sums},
           .global_stores = {blocks + 1, blocks + 1},
           .shared_loads = {shared_loads, shared_loads},
           .shared_stores = {shared_stores, shared_stores},
           .global_atomics = {blocks, blocks},
           .blocks = blocks,
           .barriers = blocks * 2 + 1,
           .exchanges = (blocks + 1) * (16 + 1) * 5,
           .fences = blocks,
           .load_rounds = vectors / 2048 + std::max(rounds_left, tail) + divide_up(blocks, 512)},
          left == 0 && tail == 0,
          false,
          512,
          elements_in_words(8192)};
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
//
// Of exchanges between lanes `shuffle` has 5 in each of 8 warps, and 5 in one. (__syncwarp() is no work: it moves
// nothing.)
const std::vector<ladder::Contract> ladder::contracts = {
    //             elements, most blocks; requests, wavefronts of loads; of stores; barriers; exchanges
    {"naive", Passes{256, 0, {2 * 47 + 1, 2 * 47 + 1}, {8 + 47, 8 + 47}, 1 + 8}},
    {"stride", Passes{256, 0, {2 * 12 + 1, 2 * 47 + 1}, {8 + 12, 8 + 47}, 1 + 8}},
    {"sequential", Passes{256, 0, {2 * 12 + 1, 2 * 12 + 1}, {8 + 12, 8 + 12}, 1 + 8}},
    {"first_add", Passes{512, 0, {2 * 12 + 1, 2 * 12 + 1}, {8 + 12, 8 + 12}, 1 + 8}},
    {"unroll", Passes{512, 0, {2 * 7 + 5, 2 * 7 + 5}, {8 + 6 + 5, 8 + 6 + 5}, 1 + 2}},
    {"multiple", Passes{512, 1024, {2 * 7 + 5, 2 * 7 + 5}, {8 + 6 + 5, 8 + 6 + 5}, 1 + 2}},
    {"shuffle", Passes{512, 1024, {1, 1}, {8, 8}, 1, (8 + 1) * 5}},
    {"vectorized", vectorized},
};
