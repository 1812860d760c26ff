#include "ladder/timing/timing.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ladder {

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

}  // namespace ladder
