// Step 4: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/transpose/contract.hpp"

#include <vector>

using ladder::transpose::EachElementOnce;

// A load of a float4 per lane takes 32 * 16 / 32 = 16 sectors, and there are a quarter as many. float4_loads stores
// four elements of each lane: of the 128 rows that a warp's elements belong to, each store takes every fourth. A float4
// into the tile takes 4 wavefronts, the least for 512 bytes; the padded tile takes four floats one by one.
const std::vector<ladder::Contract> ladder::contracts = {
    //                rows, floats of a request: loads, stores; then floats of a lane, wavefronts: loads, stores;
    //                columns, rows of a block; barriers
    {"float4_loads", EachElementOnce{{1, 128}, {128, 1, 4}, {}, {}, {128, 8}}},
    {"float4_tile", EachElementOnce{{1, 128}, {1, 32}, {1, 32}, {4, 4}, {128, 32}, 1}},
    {"float4_padded", EachElementOnce{{4, 32}, {1, 32}, {1, 1}, {1, 1}, {128, 32}, 1}},
    {"float4_padded_64x64", EachElementOnce{{4, 32}, {1, 32}, {1, 1}, {1, 1}, {64, 64}, 1}},
};
