// What was measured, as files: docs/measured/<gpu>/counters.json, probe.json and atomics.json.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/json_report.hpp"
#include "tools/probe/atomics.hpp"
#include "tools/profile/runs.hpp"

namespace ladder::profile {

// A pattern of the probe and all that was read of it.
struct ProbedPattern {
  probe::Pattern pattern;
  std::vector<probe::Reading> readings;
};

// An atomic of the probe and all that was read of it.
struct ProbedAtomic {
  probe::AtomicLaunch launch;
  std::vector<probe::Reading> readings;
};

std::string to_json(const Context& context, const std::vector<MeasuredVariant>& variants);
std::string to_json(const Context& context, const std::vector<ProbedPattern>& patterns);
std::string to_json(const Context& context, const std::vector<ProbedAtomic>& atomics);

// What was written so. Throw std::runtime_error where the text is something else.
std::vector<MeasuredVariant> variants_from_json(const std::string& text);
std::vector<ProbedPattern> patterns_from_json(const std::string& text);
std::vector<ProbedAtomic> atomics_from_json(const std::string& text);

}  // namespace ladder::profile
