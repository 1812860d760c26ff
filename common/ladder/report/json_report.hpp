// Results as JSON, in the shape of Google Benchmark's, so that tools for those read them too.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "ladder/report/result.hpp"

namespace ladder {

using Json = nlohmann::ordered_json;

// How the results came about.
struct Context {
  std::string date;        // ISO 8601
  std::string executable;  // with its arguments
  std::string device;      // description of the device
  // Names and values of what else is to be kept.
  std::vector<std::pair<std::string, std::string>> more = {};
};
// Of this run, now.
Context make_context(int argc, const char* const* argv, const std::string& device);

struct Report {
  Context context;
  std::vector<Result> results;
};

Json json_of(const Sizes& sizes);
Json json_of(const Counters& counters);
Json json_of(const Report& report);
std::string to_json(const Report& report);
// The context alone, with what built this program.
Json json_of(const Context& context);
// Throws an exception where the text is not such a report.
Report from_json(const std::string& text);

}  // namespace ladder
