// The ladder: rung by rung, how far each kernel gets, and what limits it; and what was measured of the same kernels on
// GPUs whose results are recorded: folders with a bench.json.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/json_report.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// The rungs: of each problem the first variant, and the fastest of each chapter; where one chapter is all, every
// variant. And each variant without a time, by its limit alone, if others of its chapter have one: it is new or edited.
// Each with a bar on the scale of what memory allows: what was measured, and what the limits leave open. Where all
// results are good, it ends with what to look at next. Where nothing is known to have a limit, this alone, or nothing.
// is_coloured: the bars, for a terminal, by what limits.
std::string ladder_of(const std::vector<Result>& results, bool is_coloured = false);

// Adds what the record has of each result that was not timed: of the same variant at the size of its limits, where its
// source is still the one that was measured.
void add_recorded(const Report& record, std::vector<Result>& results);

// What a page has of that: {"step1_naive/copy": [{"on": "an NVIDIA H200 at 16384x16384", "seconds", "speed"}, ..]}, the
// speed in GB/s; where no limits are known, of runs on several GPUs, the largest last.
std::string recorded_to_json(const std::string& folder, const std::vector<Result>& results);

}  // namespace ladder
