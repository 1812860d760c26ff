// Places in shared memory on which the store there and the load from it do not agree.
#pragma once

#include <string>

#include "ladder/chapter/transpose/traced_run.hpp"

namespace ladder::transpose {

// way: of the element that belongs where the store `stands` has put another one. "kernel.cuh:54: thread .. stores
// in[1][0] to tile[1][1] here, and thread .. looks for it in tile[1][0] at kernel.cuh:61, ..", where elements lie in
// shared memory in another order than that of rows or columns; or: "kernel.cuh:37: no thread of its block stores to
// tile[1][64], which thread .. loads at ..". Empty where neither is so.
std::string wrong_place_in_shared(const TracedRun& run, const Ways::Way& way, Ways::Number stands);

}  // namespace ladder::transpose
