// The checks of the chapter, as far as a tab bears them.
#pragma once

#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"

namespace ladder::playground {

struct Checked {
  std::vector<Finding> findings;  // in turn
  std::vector<std::string> news;
  std::string left_out;  // what is checked elsewhere alone, and why
};
Checked run_checks();

}  // namespace ladder::playground
