// Step 2: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/transpose/contract.hpp"

#include <vector>

using ladder::transpose::EachElementOnce;

// Rows both ways in global memory: 32 * 4 / 32 = 4 sectors. A column of the tile is one bank: 32 wavefronts. One
// barrier between the two.
const std::vector<ladder::Contract> ladder::contracts = {
    //              rows, floats of a request: loads, stores; then floats of a lane, wavefronts: loads, stores; columns,
    //              rows of a block; barriers
    {"tile_32x32", EachElementOnce{{1, 32}, {1, 32}, {1, 32}, {1, 1}, {32, 32}, 1}.by(1024)},
    {"tile_32x8", EachElementOnce{{1, 32}, {1, 32}, {1, 32}, {1, 1}, {32, 32}, 1}},
};
