#include "ladder/timing/timing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>

#include "ladder/base/shell.hpp"

namespace ladder {
namespace {

// python_baselines.py, put in here by CMake: it runs wherever the executable is.
constexpr const char* script =
#include "python_baselines.py.inc"
    ;

}  // namespace

double Timing::at(double part) const {
  return seconds[static_cast<std::size_t>(std::lround(part * static_cast<double>(seconds.size() - 1)))];
}

double Timing::spread() const { return (at(0.75) - at(0.25)) / median(); }

Timing time_cold(Engine& engine, const Run& run, int repeats, const Run& before) {
  constexpr int warm_ups = 3;
  Clock* clock = engine.clock();
  if (clock == nullptr) return {};
  Timing timing;
  for (int i = -warm_ups; i < repeats; ++i) {
    clock->empty_cache();
    if (before) before();
    const double seconds = clock->seconds_of(run);
    if (i >= 0) timing.seconds.push_back(seconds);
  }
  std::sort(timing.seconds.begin(), timing.seconds.end());
  return timing;
}

void mark_by_limits(Engine& engine, double useful_bytes, Timing& timing) {
  if (timing.empty() || engine.clock() == nullptr) return;
  const DeviceLimits limits = engine.clock()->limits();
  timing.fits_l2 = useful_bytes <= static_cast<double>(limits.l2_bytes);
  timing.above_peak = useful_bytes / timing.median() > limits.peak_bytes_per_second;
}

void compare_with_ceilings(const std::vector<Timing>& ceilings, Timing& timing) {
  if (timing.empty()) return;
  for (const Timing& ceiling : ceilings) {
    if (ceiling.empty()) continue;
    const double fraction = ceiling.median() / timing.median();
    timing.fraction_of_copy = std::min(fraction, timing.fraction_of_copy.value_or(fraction));
  }
}

std::vector<PythonBaseline> python_baselines(const std::string& problem, const std::vector<std::uint64_t>& size,
                                             int repeats) {
  std::vector<PythonBaseline> baselines;
  const auto lines = output_lines(fmt::format("python3 -c {} {} {} {} 2>/dev/null", shell_quoted(script), repeats,
                                              shell_quoted(problem), fmt::join(size, " ")));
  for (const std::string& line : lines) {
    PythonBaseline baseline;
    std::istringstream words(line);
    words >> baseline.name >> baseline.right;
    for (double nanoseconds; words >> nanoseconds;) baseline.timing.seconds.push_back(nanoseconds / 1e9);
    if (baseline.timing.empty()) continue;
    std::sort(baseline.timing.seconds.begin(), baseline.timing.seconds.end());
    baselines.push_back(baseline);
  }
  return baselines;
}

}  // namespace ladder
