// The ladder: rung by rung, how far each kernel gets, and what limits it.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

// The rungs: of each problem the first variant, and the fastest of each chapter; where one chapter is all, every
// variant. And each variant without a time, by its limit alone, if others of its chapter have one: it is new or edited.
// Each with a bar on the scale of what memory allows: what was measured, and what the limits leave open. Where all
// results are good, it ends with what to look at next. Where nothing is known to have a limit, this alone, or nothing.
// is_coloured: the bars, for a terminal, by what limits.
std::string ladder_of(const std::vector<Result>& results, bool is_coloured = false);

}  // namespace ladder
