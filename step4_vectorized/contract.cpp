// Step 4: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/chapter/transpose/contract.hpp"

#include <vector>

using ladder::transpose::EachElementOnce;

// A load of a float4 per lane takes 32 * 16 / 32 = 16 sectors, and there are a quarter as many. A float4 into the tile
// takes 4 wavefronts, the least for 512 bytes; the padded tile takes four floats one by one.
const std::vector<ladder::Contract> ladder::contracts = {
    //                         floats per lane, sectors; then wavefronts: loads, stores; elements of a block; barriers
    {"float4_loads", EachElementOnce{{4, 16}, {1, 32}, {}, {}, 128 * 8}},
    {"float4_tile", EachElementOnce{{4, 16}, {1, 4}, {1, 32}, {4, 4}, 128 * 32, 1}},
    {"float4_padded", EachElementOnce{{4, 16}, {1, 4}, {1, 1}, {1, 1}, 128 * 32, 1}},
    {"float4_padded_64x64", EachElementOnce{{4, 16}, {1, 4}, {1, 1}, {1, 1}, 64 * 64, 1}},
};
