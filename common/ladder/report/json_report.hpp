// Results as JSON, in the shape of Google Benchmark's, so that tools for those read them too.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/context.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

struct Report {
  Context context;
  std::vector<Result> results;
};

std::string to_json(const Report& report);
// The context alone, with what built this program.
std::string to_json(const Context& context);
// Throws std::runtime_error where the text is not such a report.
Report from_json(const std::string& text);

}  // namespace ladder
