// What the chapters' checks say to Catch2, kept for the page.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"

namespace ladder::playground {

inline std::vector<Finding> found;
inline std::vector<std::string> news;  // that are good

// A finding that has words of its own, or none: the words of the check.
inline void hear(const Finding* finding, const std::string& words) {
  found.push_back(finding != nullptr ? *finding : Finding{.rule = "wrong_result", .words = words});
}

}  // namespace ladder::playground

#define FAIL_CHECK(words) ladder::playground::hear(ladder::reported, (std::ostringstream() << words).str())
#define WARN(words) ladder::playground::news.push_back((std::ostringstream() << words).str())
#define INFO(words) static_cast<void>(0)
#define SUCCEED() static_cast<void>(0)
