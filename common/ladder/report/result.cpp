#include "ladder/report/result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ladder/report/explain.hpp"

namespace ladder {
namespace {

template <typename Seen>
void adopt_findings(const Seen& seen, Result& result) {
  result.messages = seen.messages;
  result.places = seen.places;
  result.remarks = seen.remarks;
}

// What an engine saw of a run is in a result under the same names as in the observation.
template <typename Seen>
void adopt(const Seen& seen, Result& result) {
  result.counters = seen.counters;
  result.hazards = seen.hazards;
  result.blocks = seen.blocks;
  result.barriers = seen.barriers;
  result.exchanges = seen.exchanges;
  result.fences = seen.fences;
  result.load_rounds = seen.load_rounds;
  result.load_rounds_unrolled = seen.load_rounds_unrolled;
  result.resident_threads = seen.resident_threads;
  adopt_findings(seen, result);
  result.idle_blocks = seen.idle_blocks;
  result.lines = seen.lines;
  result.events = seen.events;
}

}  // namespace

std::string in_words(const Sizes& sizes) {
  std::vector<std::uint64_t> values;
  for (const auto& [name, value] : sizes) values.push_back(value);
  return fmt::format("{}", fmt::join(values, "x"));
}

void adopt_observation(const Observation& observation, Result& result) {
  adopt(observation, result);
  result.trace = observation.trace;
}

void adopt_hazards(const Observation& observation, Result& result) {
  result.hazards = observation.hazards;
  adopt_findings(observation, result);
  result.trace = observation.trace;
}

void adopt_counts(const Result& emulated, Result& result) {
  adopt(emulated, result);
  result.counted_at = emulated.sizes;
  if (!emulated.verified && result.verified) {
    result.verified = false;
    result.failure = "on the emulator: " + emulated.failure;
  }
}

std::vector<std::string> findings_of(const Result& result) {
  if (result.good()) return result.messages;
  std::vector<std::string> lines, behind;
  for (const PlacedHazard& remark : result.remarks) {
    // Beyond its row: two threads then meet, or one leaves the array, with an index that neither of them has.
    (remark.index ? lines : behind).push_back(remark.words);
  }
  lines.insert(lines.end(), result.messages.begin(), result.messages.end());
  lines.insert(lines.end(), behind.begin(), behind.end());
  return lines;
}

std::vector<std::string> complaints_about(const Result& result) {
  std::vector<std::string> lines = findings_of(result);
  if (!result.failure.empty()) lines.insert(result.names_index ? lines.begin() : lines.end(), result.failure);
  return lines;
}

std::string explanations(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results) {
    if (result.lines) text += fmt::format("\n{}\n{}", result.variant, explain(result.lines()));
  }
  return text;
}

std::string failures(const std::vector<Result>& results) {
  std::string text;
  for (const Result& result : results) {
    const std::string name = result.chapter + "/" + result.variant;
    for (const std::string& line : complaints_about(result)) text += fmt::format("{}: {}\n", name, line);
  }
  return text;
}

}  // namespace ladder
