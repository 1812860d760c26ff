// What was measured of the same kernels on GPUs whose results are recorded: folders with a bench.json.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/json_report.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

// Adds what the record has of each result that was not timed: of the same variant at the size of its limits, where its
// source is still the one that was measured.
void add_recorded(const Report& record, std::vector<Result>& results);

// What a page has of that: {"step1_naive/copy": [{"on": "an NVIDIA H200 at 16384x16384", "seconds", "speed"}, ..]}, the
// speed in GB/s; where no limits are known, of runs on several GPUs, the largest last.
std::string recorded_to_json(const std::string& folder, const std::vector<Result>& results);

}  // namespace ladder
