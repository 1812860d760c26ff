// NEW_CHAPTER: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/transpose/contract.hpp"

using ladder::transpose::EachElementOnce;

// TODO: by pencil and paper. Here: a request moves 32 floats; loads are coalesced, 4 sectors, and stores are not, 32.
// Each of a thread's four elements is stored before the next is loaded.
const std::vector<ladder::Contract> ladder::contracts = {
    //              rows, floats of a request: loads, stores; then floats of a lane, wavefronts: loads, stores; columns,
    //              rows of a block; barriers; rounds of loads
    {"mine_32x8", EachElementOnce{{1, 32}, {32, 1}, {}, {}, {32, 32}, 0, 4}},
};
