// PyTorch and CuPy as peers, where python3 has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ladder/timing/timing.hpp"

namespace ladder {

struct PythonPeer {
  std::string name;  // "pytorch_transpose"
  bool right;        // as its own check says
  Timing timing;
};

// Their times for the problem of that name, "transpose" or "sum", at this size. Empty where they are not installed, or
// do not have the problem.
std::vector<PythonPeer> python_peers(const std::string& problem, const std::vector<std::uint64_t>& size, int repeats);

}  // namespace ladder
