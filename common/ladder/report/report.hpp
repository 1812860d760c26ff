// What a chapter found out, and the table that shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/engine.hpp"

namespace ladder {

using Sizes = std::vector<std::pair<std::string, std::uint64_t>>;  // {"rows", 1024}, {"cols", 2048}

// What is known of a sum beyond its speed.
struct SumFigures {
  double sum = 0, reference = 0;
  double bound = 0;        // that the error has to keep
  double cpu_seconds = 0;  // what one CPU core needs for it with a plain loop
};

struct Result {
  std::string chapter, variant;
  std::string device;  // "gpu" or "emulator"
  std::string block;   // threads, "32x8"
  Sizes sizes;

  bool verified = false;
  std::string failure;        // what is wrong, in one line; empty where verified
  bool has_reference = true;  // false: nothing says what the result has to be, and nothing verified it

  double elements = 0;          // of the result
  double useful_bytes = 0;      // that the problem has to move; over the time: the bandwidth
  std::vector<double> seconds;  // of each timed run, sorted; empty on the emulator
  std::optional<double> fraction_of_copy;
  std::optional<SumFigures> sum;
  bool fits_l2 = false;     // the bandwidth may be the cache's
  bool above_peak = false;  // faster than the memory can be: not to be believed

  std::optional<Counters> counters;  // none for peers, whose kernels the emulator does not have
  Sizes counted_at;                  // the size of the emulated run that counted, where it is not `sizes`
  Hazards hazards;
  std::vector<std::string> messages;                 // the hazards, a line each
  std::function<std::vector<LineCounters>()> lines;  // what each line of the kernel asked for; empty for peers
  std::vector<TracedRequest> trace;                  // what block 0 asked for, with --trace

  bool good() const { return verified && !hazards.any(); }
  double median_seconds() const { return seconds_at(0.5); }
  // The time that this part of the runs did not exceed: 0: the fastest, 0.25: the first quartile, 1: the slowest.
  double seconds_at(double part) const;
};

// How the results came about, for the JSON's context.
struct Context {
  std::string date;        // ISO 8601
  std::string executable;  // with its arguments
  std::string device;      // description of the device
  // Names and values of what else is to be kept.
  std::vector<std::pair<std::string, std::string>> more = {};
};
Context make_context(int argc, const char* const* argv, const std::string& device);

// What an engine saw of a run.
void adopt_observation(const Observation& observation, Result& result);

// Marks a timed result whose data fits the L2, or that is faster than the memory can be.
void mark_by_limits(const DeviceLimits& limits, Result& result);

// Sets fraction_of_copy of the timed results: the fastest ceiling's time over theirs. Nothing where no ceiling was
// timed.
void compare_with_ceilings(const std::vector<Result>& ceilings, std::vector<Result>& results);

// What the emulator counted for a result that another engine measured, and what it found wrong.
void adopt_counts(const Result& emulated, Result& result);

// The results as a table, a row each; times only where there are some. The speed-up counts from the first row of a
// problem: transposes from the first transpose, sums from the first sum.
// chapters: with a column for the chapter.
std::string table(const std::vector<Result>& results, bool chapters = false);

// For sums: the sum, the reference, the error and its bound, and the speed-up over the CPU's own loop. Empty where no
// result is a sum.
std::string sum_table(const std::vector<Result>& results);

// The per-line report of every variant whose lines are known.
std::string explanations(const std::vector<Result>& results);

// What is wrong with the results that are not good, a line each.
std::string failures(const std::vector<Result>& results);

// "1024x2048" or "1048576".
std::string in_words(const Sizes& sizes);

}  // namespace ladder
