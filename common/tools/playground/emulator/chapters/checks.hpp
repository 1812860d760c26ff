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
// Of these variants; of all, where there are none.
Checked run_checks(const std::vector<std::string>& variants);

}  // namespace ladder::playground
