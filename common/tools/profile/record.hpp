// What was measured, as files: docs/measured/<gpu>/counters.json and probe.json.
#pragma once

#include <string>
#include <vector>

#include "ladder/report/json_report.hpp"
#include "tools/probe/readings.hpp"
#include "tools/profile/runs.hpp"

namespace ladder::profile {

// A pattern of the probe and all that was read of it.
struct ProbedPattern {
  probe::Pattern pattern;
  std::vector<probe::Reading> readings;
};

std::string to_json(const Context& context, const std::vector<MeasuredVariant>& variants);
std::string to_json(const Context& context, const std::vector<ProbedPattern>& patterns);

// What was written so. Throw std::runtime_error where the text is something else.
std::vector<MeasuredVariant> variants_from_json(const std::string& text);
std::vector<ProbedPattern> patterns_from_json(const std::string& text);

}  // namespace ladder::profile
