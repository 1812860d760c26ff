// How results came about, for the context of their JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ladder {

struct Context {
  std::string date;        // ISO 8601
  std::string executable;  // with its arguments
  std::string device;      // description of the device
  // Names and values of what else is to be kept.
  std::vector<std::pair<std::string, std::string>> more = {};
};

// Of this run, now.
Context make_context(int argc, const char* const* argv, const std::string& device);

}  // namespace ladder
