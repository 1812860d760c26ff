// PyTorch and CuPy as peers, where python3 has them.
#pragma once

#include <string>
#include <vector>

#include "report.hpp"

namespace ladder::gpu {

// The times of their "transpose ROWS COLS" or "sum ELEMENTS", as results that look like `ours`: of the same problem,
// but with their own name, verdict and seconds. Empty where they are not installed.
std::vector<Result> python_peers(const std::string& problem, int repeats, const Result& ours);

}  // namespace ladder::gpu
