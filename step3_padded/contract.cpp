// Step 3: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/transpose/contract.hpp"

#include <vector>

using ladder::transpose::EachElementOnce;

// As in step 2, and a column of the tile is 32 banks: one wavefront.
const std::vector<ladder::Contract> ladder::contracts = {
    //                   rows, floats of a request: loads, stores; then floats of a lane, wavefronts: loads, stores;
    //                   columns, rows of a block; barriers
    {"pad1_32x32", EachElementOnce{{1, 32}, {1, 32}, {1, 1}, {1, 1}, {32, 32}, 1}.by(1024)},
    {"pad1_32x8", EachElementOnce{{1, 32}, {1, 32}, {1, 1}, {1, 1}, {32, 32}, 1}},
    {"pad1_64x64_32x8", EachElementOnce{{1, 32}, {1, 32}, {1, 1}, {1, 1}, {64, 64}, 1}},
    {"swizzled_32x8", EachElementOnce{{1, 32}, {1, 32}, {1, 1}, {1, 1}, {32, 32}, 1}},
};
