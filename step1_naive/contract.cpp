// Step 1: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/chapter/transpose/contract.hpp"

#include <vector>

using ladder::transpose::EachElementOnce;

// A request of a warp moves 32 floats. Along a row that is 32 * 4 / 32 = 4 sectors; along a column, a sector for each
// row that the warp covers. Each thread moves one element, but for `unrolled`, which move 4 or 8, and `looped` and
// `copy`, which move 4.
const std::vector<ladder::Contract> ladder::contracts = {
    //                         floats per lane, sectors: loads, stores; elements of a block
    {"coalesced_reads_32x8", EachElementOnce{{1, 4}, {1, 32}, {}, {}, 32 * 8}},
    {"coalesced_reads_8x32", EachElementOnce{{1, 4}, {1, 8}, {}, {}, 8 * 32}},
    {"coalesced_reads_16x16", EachElementOnce{{1, 4}, {1, 16}, {}, {}, 16 * 16}},
    {"coalesced_reads_32x32", EachElementOnce{{1, 4}, {1, 32}, {}, {}, 32 * 32}},
    {"coalesced_writes_32x8", EachElementOnce{{1, 32}, {1, 4}, {}, {}, 32 * 8}},
    {"coalesced_writes_8x32", EachElementOnce{{1, 8}, {1, 4}, {}, {}, 8 * 32}},
    {"coalesced_writes_16x16", EachElementOnce{{1, 16}, {1, 4}, {}, {}, 16 * 16}},
    {"coalesced_writes_32x32", EachElementOnce{{1, 32}, {1, 4}, {}, {}, 32 * 32}},
    {"unrolled_4", EachElementOnce{{1, 32}, {1, 4}, {}, {}, 32 * 8 * 4}},
    {"unrolled_8", EachElementOnce{{1, 32}, {1, 4}, {}, {}, 32 * 8 * 8}},
    {"looped_32x8", EachElementOnce{{1, 4}, {1, 32}, {}, {}, 32 * 8 * 4}},
    {"copy", EachElementOnce{{1, 4}, {1, 4}, {}, {}, 32 * 8 * 4}},
};
