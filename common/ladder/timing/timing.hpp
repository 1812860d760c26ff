// Timed runs, and what their times are worth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ladder/engine/engine.hpp"

namespace ladder {

// The timed runs of one kernel.
struct Timing {
  std::vector<double> seconds;             // of each run, sorted; empty where the engine has no clock
  bool fits_l2 = false;                    // the bandwidth may be the cache's
  bool above_peak = false;                 // faster than the memory can be: not to be believed
  std::optional<double> fraction_of_copy;  // the fastest ceiling's time over the median

  bool empty() const { return seconds.empty(); }
  double median() const { return at(0.5); }
  // The time that this part of the runs did not exceed. 0 gives the fastest, 0.25 the first quartile, 1 the slowest.
  double at(double part) const;
  // The distance between the quartiles over the median: what the middle half of the runs differ by.
  double spread() const;
};

// The timing loop: after three warm-up runs, `repeats` runs, each with a cold L2 cache. Before each, and not in its
// time, comes `before`, if it is anything. Nothing where the engine has no clock. Throws std::runtime_error where a
// launch fails.
Timing time_cold(Engine& engine, const Run& run, int repeats, const Run& before = nullptr);

// Marks a timing whose data fits the L2 cache, or that is faster than the memory can be. useful_bytes: what the problem
// has to move on a device.
void mark_by_limits(Engine& engine, double useful_bytes, Timing& timing);

// Sets fraction_of_copy, the share of the ceiling. Nothing where no ceiling was timed.
void compare_with_ceilings(const std::vector<Timing>& ceilings, Timing& timing);

// PyTorch or CuPy, where python3 has them.
struct PythonBaseline {
  std::string name;  // "pytorch_transpose"
  bool right;        // as its own check says
  Timing timing;
  unsigned element_bytes = 4;
};

// Their times for the problem of that name, "transpose" (whose size ends with the bytes of an element) or "sum", at
// this size. Empty where they are not installed, or do not have the problem.
std::vector<PythonBaseline> python_baselines(const std::string& problem, const std::vector<std::uint64_t>& size,
                                             int repeats);

}  // namespace ladder
