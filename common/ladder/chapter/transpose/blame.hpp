// Which line of a kernel has put an element in the wrong place, as far as the ways of all elements tell.
#pragma once

#include "ladder/chapter/transpose/traced_run.hpp"

namespace ladder::transpose {

// One of these steps, which are in their order: the one at whose line most ways go wrong of those that pass there.
// Where that is so of several: the first, where elements lie in the tile in shared memory in another order than in the
// input, and leave it in the order of the output; else the last.
Ways::Number to_blame(const TracedRun& run, Ways::Way steps);

// Whether elements pass an array of rows in shared memory in another order than that of rows or columns.
bool tile_is_permuted(const TracedRun& run);

}  // namespace ladder::transpose
