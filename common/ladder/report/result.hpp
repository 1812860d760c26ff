// What is found out about one kernel: the record that table, JSON and all else are written from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ladder/base/mapped.hpp"
#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/observation.hpp"
#include "ladder/model/limits.hpp"
#include "ladder/timing/timing.hpp"

namespace ladder {

using Sizes = std::vector<std::pair<std::string, std::uint64_t>>;  // {"rows", 1024}, {"cols", 2048}

// 262144 as "262,144".
std::string grouped(std::uint64_t count);

// "1024x2048" or "1,048,576".
std::string in_words(const Sizes& sizes);
// The same with what is counted, where that is one number: "1,048,576 elements".
std::string in_words_with_unit(const Sizes& sizes);

// What is known of a sum beyond its speed.
struct SumFigures {
  double sum = 0, reference = 0;
  double bound = 0;        // that the error has to keep
  double cpu_seconds = 0;  // what one CPU core needs for it with a plain loop
};

// What limits a kernel on a recorded GPU.
struct LimitsOf {
  std::string machine;                      // its name: "h200"
  Sizes sizes;                              // of the problem that these are for
  double useful_bytes = 0;                  // that it has to move
  std::vector<memory_model::Limit> limits;  // the one that takes longest first
};

// What was measured of the same kernel on a recorded GPU.
struct Recorded {
  std::string device;  // "NVIDIA H200"
  std::string date;    // "2026-11-21"
  double seconds = 0;
  std::optional<double> fraction_of_copy;
};

// Of a baseline, whose kernels the emulator does not have, nothing is observed.
struct Result : Observed {
  std::string chapter, variant;
  std::string source;   // hash_of_source(): what the kernel is made of; empty where that is not known
  std::string problem;  // "transpose" or "sum"; empty where it is not known what the kernel computes
  std::string task;     // "transpose" or "sum", where variants of one problem have several
  std::string ceiling;  // of that problem: what no kernel is expected to beat, "copy" or "read"
  std::string device;   // "gpu" or "emulator"
  std::string block;    // threads, "32x8"
  int row = 0;          // the line of variants.cu that launches it; 0: none does
  std::string part;     // that this line says a block works on: "8x128 elements"; empty where it does not
  Sizes sizes;

  bool verified = false;
  std::string failure;        // what is wrong, in one line
  Finding cause;              // why, where that is known
  bool has_reference = true;  // false: nothing says what the result has to be, and nothing verified it

  double elements = 0;      // of the result
  double useful_bytes = 0;  // that the problem has to move; over the time: the bandwidth
  Timing timing;
  std::optional<SumFigures> sum;

  std::optional<Counters> counters;  // none for baselines, whose kernels the emulator does not have
  std::optional<Sizes> counted_at;   // where the emulator counted for another engine: the size that it did so at
  std::optional<LimitsOf> limits;    // where it is known what the kernel asks for
  std::optional<Recorded> recorded;  // at the size of the limits
  std::vector<LinkTraffic> links;    // what crossed the links between devices, of a problem for several
  Trace trace;                       // what block 0 asked for, with --trace or --show

  bool good() const { return verified && !hazards.any(); }
};

// What an engine saw of a run.
void adopt_observation(const Observation& observation, Result& result);
// Of a run that was stopped, what it did wrong before; and why and where it was stopped.
void adopt_hazards(const Observation& observation, Result& result);
void adopt_stop(const StoppedRun& stopped, Result& result);

// What the emulator counted for a result that another engine measured, and what it found wrong.
void adopt_counts(const Result& emulated, Result& result);

// The hazards; of a run that is not good, by its result or by what it costs, the remarks, too: before them those on an
// index beyond its row, which hazards follow from, and behind them the others.
std::vector<Finding> hazards_of(const Result& result, bool is_good);
inline std::vector<Finding> hazards_of(const Result& result) { return hazards_of(result, result.good()); }
// The same and what is wrong with the result, behind them.
std::vector<Finding> findings_about(const Result& result);
// The cause, if that is known, and what is wrong; empty where nothing is.
std::string failure_in_words(const Result& result);

// The words, each once, with `between` between them; without those that are empty.
std::string each_once(const std::vector<std::string>& words, const char* between);
// The same of what of(result) says.
template <typename Results, typename Of>
std::string each_once(const Results& results, const char* between, const Of& of) {
  return each_once(mapped(results, of), between);
}

// The heading of its share of the ceiling: "of copy", "of read".
std::string share_of_ceiling(const Result& result);

// The per-line report of every variant whose lines are known.
std::string explanations(const std::vector<Result>& results);

// What is wrong with the results that are not good, a line each: findings_about() each; where lines have so many
// letters, as shown() shows it.
std::string failures(const std::vector<Result>& results, std::size_t letters = std::string::npos, bool colour = false);

}  // namespace ladder
