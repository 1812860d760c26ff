#include "tools/profile/runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "ladder/base/failure.hpp"
#include "ladder/base/shell.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::profile {
namespace {

// The one line on stderr that an executable ended with, without its "error: ".
std::string complaint(const Outcome& outcome) {
  const std::string line = outcome.err.substr(0, outcome.err.find('\n'));
  return line.starts_with("error: ") ? line.substr(7) : line;
}

// The emulator has no kernels for what NCCL does.
bool is_of_nccl(const ProfiledKernel& kernel) { return kernel.name.starts_with("nccl"); }

// A variant of copies alone.
bool launches_nothing(const Result& emulated) {
  return std::ranges::all_of(counter_names, [&](const auto& row) { return (*emulated.counters).*row.second == 0; });
}

}  // namespace

Chapter::Chapter(const std::string& folder, const std::string& name) : name_(name), path_(folder + "/" + name) {
  if (access(path_.c_str(), X_OK) != 0) throw Failure(bad_usage, fmt::format("there is no chapter {}", path_));
}

std::string Chapter::command(const std::string& device, const std::string& size) const {
  return fmt::format("{} --device {} --repeats 1 --json - {}", shell_quoted(path_), device, size);
}

std::vector<std::string> Chapter::sizes() const {
  const std::string kind = "profile ";
  std::vector<std::string> sizes;
  for (const std::string& line : output_lines(shell_quoted(path_) + " --problem")) {
    if (line.starts_with(kind)) sizes.push_back(line.substr(kind.size()));
  }
  return sizes;
}

std::vector<Result> Chapter::emulate(const std::string& size) const {
  const Outcome outcome = outcome_of(command("emulator", size));
  if (outcome.status != 0) throw std::runtime_error(fmt::format("{}: {}", name_, complaint(outcome)));
  return from_json(outcome.out).results;
}

std::vector<MeasuredVariant> Chapter::measure(const NsightCompute& ncu, const std::string& size,
                                              const std::vector<Result>& emulated) const {
  const auto kernels = ncu.profile(command("gpu", size), all_metrics());
  std::vector<MeasuredVariant> measured;
  for (const Result& variant : emulated) {
    Readings sums;
    for (const ProfiledKernel& kernel : kernels) {
      if (!kernel.in_range(variant.variant) || is_of_nccl(kernel)) continue;
      for (const auto& [metric, value] : kernel.metrics) sums[metric] += value;
    }
    const bool is_missing = sums.empty() && !launches_nothing(variant);
    if (is_missing) throw std::runtime_error(fmt::format("{}/{}: ncu saw no kernel of it", name_, variant.variant));
    for (const std::string& metric : all_metrics()) sums.try_emplace(metric, 0);
    measured.push_back({name_, variant.variant, variant.sizes, counters_from(sums)});
  }
  return measured;
}

Observation emulate(const probe::Copy& copy) {
  const auto engine = make_emulator();
  DeviceBuffer<float> in(*engine, probe::copied_bytes / sizeof(float), "in");
  DeviceBuffer<float> out(*engine, probe::copied_bytes / sizeof(float), "out");
  in.upload(0, std::vector<float>(in.size()));
  return *engine->execute([&] { copy.launch(in.data(), out.data()); });
}

}  // namespace ladder::profile
