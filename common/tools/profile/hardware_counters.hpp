// The GPU's own counters of memory transactions: Nsight Compute's names for them, and what each has to equal.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ladder/engine/observation.hpp"

namespace ladder::profile {

struct HardwareCounter {
  std::string name;                   // as in the chapters' JSON, where the emulator counts the same
  std::vector<std::string> metrics;   // Nsight Compute's names; the counter is their sum
  std::uint64_t Counters::*emulated;  // what the emulator has to set beside it; null: nothing
  bool must_equal = true;             // false: it is only shown
};

// In the order in which they are shown. Those that need not equal what the emulator counts:
//
//   …_instructions            also count instructions whose lanes are all predicated off, as at a matrix's ragged edge
//   …_wavefronts_arbitrated   a wavefront that lost the arbitration for the data banks to another warp counts once more
//   …_bank_conflicts          wavefronts beyond the least that the request could do with, and lost arbitration as well
const std::vector<HardwareCounter>& hardware_counters();

// Nsight Compute's names of the one of that name; of all of them. Throws std::runtime_error where there is none.
const std::vector<std::string>& metrics_of(const std::string& counter);
std::vector<std::string> all_metrics();

using Readings = std::map<std::string, std::uint64_t>;  // name of a counter or of a metric -> count

// The counters, from the sums of their metrics. Throws std::runtime_error where a metric is missing.
Readings counters_from(const Readings& metrics);

struct Difference {
  std::string counter;
  std::uint64_t emulated, measured;
};

// Where the emulator's counts differ from what the hardware counted. Throws std::runtime_error where a counter that
// must be equal was not measured.
std::vector<Difference> differences(const Counters& emulated, const Readings& measured);

// "equal", or "DIFFERENT" and each of them.
std::string in_words(const std::vector<Difference>& differences);

}  // namespace ladder::profile
