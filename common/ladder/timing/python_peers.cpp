#include "ladder/timing/python_peers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

#include "ladder/base/shell.hpp"

namespace ladder {
namespace {

// python_peers.py, put in here by CMake: it runs wherever the executable is.
constexpr const char* script =
#include "python_peers.py.inc"
    ;

}  // namespace

std::vector<Result> python_peers(const std::string& problem, const Result& ours, int repeats) {
  std::vector<std::uint64_t> sizes;
  for (const auto& [name, size] : ours.sizes) sizes.push_back(size);
  std::vector<Result> results;
  const auto lines = output_lines(
      fmt::format("python3 -c {} {} {} {} 2>/dev/null", shell_quoted(script), repeats, problem, fmt::join(sizes, " ")));
  for (const std::string& line : lines) {
    Result result = ours;
    result.block = "-";
    result.seconds.clear();
    result.counters.reset();
    result.sum.reset();
    std::istringstream words(line);
    words >> result.variant >> result.verified;
    for (double nanoseconds; words >> nanoseconds;) result.seconds.push_back(nanoseconds / 1e9);
    if (result.seconds.empty()) continue;
    std::sort(result.seconds.begin(), result.seconds.end());
    result.failure = result.verified ? "" : "its own check failed";
    results.push_back(result);
  }
  return results;
}

}  // namespace ladder
