// NEW_CHAPTER: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/chapter/transpose/contract.hpp"

using ladder::transpose::EachElementOnce;

// TODO: by pencil and paper. Here: a request moves 32 floats; loads are coalesced, 4 sectors, and stores are not, 32.
const std::vector<ladder::Contract> ladder::contracts = {
    //                     floats per lane, sectors; then wavefronts: loads, stores; elements of a block; barriers
    {"mine_32x8", EachElementOnce{{1, 4}, {1, 32}, {}, {}, 32 * 32, 0}},
};
