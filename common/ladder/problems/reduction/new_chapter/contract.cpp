// NEW_CHAPTER: what each variant costs, by pencil and paper. The checks hold every variant to its row.
#include "ladder/problems/reduction/contract.hpp"

using ladder::reduction::Passes;

// TODO: by pencil and paper. Here: 8 warps store what they loaded; at 8 levels 12 warps add, with two loads and a store
// each; and one load reads the sum.
const std::vector<ladder::Contract> ladder::contracts = {
    //       elements, most blocks; requests, wavefronts of loads; of stores; barriers
    {"mine", Passes{256, 0, {2 * 12 + 1, 2 * 12 + 1}, {8 + 12, 8 + 12}, 8}},
};
