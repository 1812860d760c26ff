// Step 1: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/transpose/contract.hpp"

#include <vector>

using ladder::transpose::EachElementOnce;
using ladder::transpose::Output;

// A request of a warp moves 32 floats. {1, 32}, along a row, that is 32 * 4 / 32 = 4 sectors; {32, 1}, along a column,
// a sector for each row that the warp covers. Each thread moves one element, but for `unrolled`, which move 4 or 8, and
// `looped` and `copy`, which move 4. These store each element before they load the next: 4 rounds.
const std::vector<ladder::Contract> ladder::contracts = {
    //                         rows, floats of a request: loads, stores; columns, rows of a block
    {"coalesced_reads_32x8", EachElementOnce{{1, 32}, {32, 1}, {}, {}, {32, 8}}},
    {"coalesced_reads_8x32", EachElementOnce{{4, 8}, {8, 4}, {}, {}, {8, 32}}},
    {"coalesced_reads_16x16", EachElementOnce{{2, 16}, {16, 2}, {}, {}, {16, 16}}},
    {"coalesced_reads_32x32", EachElementOnce{{1, 32}, {32, 1}, {}, {}, {32, 32}}.by(1024)},
    {"coalesced_writes_32x8", EachElementOnce{{32, 1}, {1, 32}, {}, {}, {8, 32}}},
    {"coalesced_writes_8x32", EachElementOnce{{8, 4}, {4, 8}, {}, {}, {32, 8}}},
    {"coalesced_writes_16x16", EachElementOnce{{16, 2}, {2, 16}, {}, {}, {16, 16}}},
    {"coalesced_writes_32x32", EachElementOnce{{32, 1}, {1, 32}, {}, {}, {32, 32}}.by(1024)},
    {"unrolled_4", EachElementOnce{{32, 1}, {1, 32}, {}, {}, {8, 32 * 4}}},
    {"unrolled_8", EachElementOnce{{32, 1}, {1, 32}, {}, {}, {8, 32 * 8}}},
    {"looped_32x8", EachElementOnce{{1, 32}, {32, 1}, {}, {}, {32, 32}, 0, 4}},
    {"copy", EachElementOnce{{1, 32}, {1, 32}, {}, {}, {32, 32}, 0, 4, Output::copied}},
};
