// The chapters' executables, run for their counts; and what was measured, as files: docs/measured/<gpu>/counters.json,
// probe.json and atomics.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ladder/report/json_report.hpp"
#include "tools/probe/probe.hpp"
#include "tools/profile/hardware_counters.hpp"
#include "tools/profile/nsight_compute.hpp"

namespace ladder::profile {

// A variant at one size, and what the hardware counted for it.
struct MeasuredVariant {
  std::string chapter, variant;
  Sizes sizes;
  Readings measured;
};

// A chapter's executable: build/bin/<name>.
class Chapter {
 public:
  // Throws Failure(bad_usage) where there is no such executable in the folder.
  Chapter(const std::string& folder, const std::string& name);

  // The sizes to profile it at, with and without ragged edges, as options: "--rows 1024 --cols 1024". The chapter says
  // which.
  std::vector<std::string> sizes() const;

  // Every variant on the emulator at this size. Throws std::runtime_error where a variant is wrong there.
  std::vector<Result> emulate(const std::string& size) const;

  // The same variants on the GPU under Nsight Compute, in the same order.
  std::vector<MeasuredVariant> measure(const NsightCompute& ncu, const std::string& size,
                                       const std::vector<Result>& emulated) const;

 private:
  std::string command(const std::string& device, const std::string& size) const;

  std::string name_, path_;
};

// What the emulator sees of a copy of structs.
Observation emulate(const probe::Copy& copy);

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

// What was written so. Throw an exception where the text is something else.
std::vector<MeasuredVariant> variants_from_json(const std::string& text);
std::vector<Probed> probed_from_json(const std::string& text);

}  // namespace ladder::profile
