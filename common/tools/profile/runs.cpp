#include "tools/profile/runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "ladder/base/failure.hpp"
#include "ladder/base/shell.hpp"
#include "ladder/report/json_report.hpp"

namespace ladder::profile {
namespace {

// The one line on stderr that an executable ended with, without its "error: ".
std::string complaint(const Outcome& outcome) {
  const std::string line = outcome.err.substr(0, outcome.err.find('\n'));
  return line.starts_with("error: ") ? line.substr(7) : line;
}

}  // namespace

Chapter::Chapter(const std::string& folder, const std::string& name) : name_(name), path_(folder + "/" + name) {
  if (access(path_.c_str(), X_OK) != 0) throw Failure(bad_usage, fmt::format("there is no chapter {}", path_));
}

std::string Chapter::command(const std::string& device, const Sizes& sizes) const {
  std::string text = fmt::format("{} --device {} --repeats 1 --json -", shell_quoted(path_), device);
  for (const auto& [name, value] : sizes) text += fmt::format(" --{} {}", name, value);
  return text;
}

std::vector<Sizes> Chapter::sizes() const {
  constexpr std::uint64_t million = 1 << 20;
  const Outcome help = outcome_of(shell_quoted(path_) + " --help");
  if (help.out.find("--elements") != std::string::npos) return {{{"elements", million}}, {{"elements", million + 1}}};
  return {{{"rows", 1024}, {"cols", 1024}}, {{"rows", 1000}, {"cols", 777}}, {{"rows", 33}, {"cols", 65}}};
}

std::vector<Result> Chapter::emulate(const Sizes& sizes) const {
  const Outcome outcome = outcome_of(command("emulator", sizes));
  if (outcome.status != 0) throw std::runtime_error(fmt::format("{}: {}", name_, complaint(outcome)));
  return from_json(outcome.out).results;
}

std::vector<MeasuredVariant> Chapter::measure(const NsightCompute& ncu, const Sizes& sizes,
                                              const std::vector<Result>& emulated) const {
  const auto kernels = ncu.profile(command("gpu", sizes), all_metrics());
  std::vector<MeasuredVariant> measured;
  for (const Result& variant : emulated) {
    Readings sums;
    for (const ProfiledKernel& kernel : kernels) {
      if (!kernel.in_range(variant.variant)) continue;
      for (const auto& [metric, value] : kernel.metrics) sums[metric] += value;
    }
    if (sums.empty()) throw std::runtime_error(fmt::format("{}/{}: ncu saw no kernel of it", name_, variant.variant));
    measured.push_back({name_, variant.variant, sizes, counters_from(sums)});
  }
  return measured;
}

}  // namespace ladder::profile
