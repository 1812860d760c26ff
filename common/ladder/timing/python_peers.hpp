// PyTorch and CuPy as peers, where python3 has them.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/report.hpp"

namespace ladder {

// The times of their transpose or sum (problem: "transpose" or "sum") of the size of `ours`: results that look like it,
// but with their own name, verdict and seconds. Empty where they are not installed.
std::vector<Result> python_peers(const std::string& problem, const Result& ours, int repeats);

}  // namespace ladder
