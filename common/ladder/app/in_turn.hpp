// In which order findings of a chapter are told.
#pragma once

#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"

namespace ladder {

// Each once, on one unbroken line, with the other variants that show it; what explains others first. folder: of the
// chapter, which goes before the names of its files; empty: nothing does. root: where that folder is.
std::vector<Finding> in_turn(const std::vector<Finding>& found, const std::string& folder, const std::string& root);

// Without line ends.
std::string unbroken(const std::string& text);

}  // namespace ladder
