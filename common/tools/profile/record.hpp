// What was measured, as files: docs/measured/<gpu>/counters.json, probe.json and atomics.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ladder/report/json_report.hpp"
#include "tools/probe/readings.hpp"
#include "tools/profile/runs.hpp"

namespace ladder::profile {

// A pattern of the probe, or an atomic of its lanes, and all that was read of it.
struct Probed {
  probe::Pattern pattern;
  std::vector<probe::Reading> readings;
  probe::Space space{};  // of an atomic
  std::optional<probe::AtomicOperation> operation{};
};

std::string to_json(const Context& context, const std::vector<MeasuredVariant>& variants);
// Patterns, or atomics.
std::string to_json(const Context& context, const std::vector<Probed>& probed);

// What was written so. Throw std::runtime_error where the text is something else.
std::vector<MeasuredVariant> variants_from_json(const std::string& text);
std::vector<Probed> probed_from_json(const std::string& text);

}  // namespace ladder::profile
