#include "tools/profile/runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/base/shell.hpp"
#include "ladder/engine/engine.hpp"
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

Json entry_of(const MeasuredVariant& variant) {
  Json entry = {{"name", variant.chapter + "/" + variant.variant}};
  entry.update(json_of(variant.sizes));
  for (const HardwareCounter& counter : hardware_counters()) {
    entry["measured"][counter.name] = variant.measured.at(counter.name);
  }
  return entry;
}

MeasuredVariant variant_in(const Json& entry) {
  const std::string name = entry.at("name");
  const auto slash = name.find('/');
  MeasuredVariant variant{name.substr(0, slash), name.substr(slash + 1), {}, {}};
  for (const auto& [counter, value] : entry.at("measured").items()) variant.measured[counter] = value;
  for (const auto& [member, value] : entry.items()) {
    if (member != "name" && member != "measured") variant.sizes.emplace_back(member, value);
  }
  return variant;
}

Json entry_of(const Probed& probed) {
  Json entry = {{"name", probed.pattern.name},
                {"active", fmt::format("{:08x}", probed.pattern.active)},
                {"elements", probed.pattern.element},
                {"readings", Json::array()}};
  for (const probe::Reading& r : probed.readings)
    entry["readings"].push_back({r.counter, r.bytes, r.predicted, r.measured});
  if (probed.operation) entry.update({{"memory", in_words(probed.space)}, {"operation", in_words(*probed.operation)}});
  return entry;
}

Probed probed_in(const Json& entry) {
  Probed probed;
  probed.pattern.name = entry.at("name");
  probed.pattern.active = static_cast<std::uint32_t>(std::stoul(entry.at("active").get<std::string>(), nullptr, 16));
  for (std::size_t lane = 0; lane < probed.pattern.element.size(); ++lane)
    probed.pattern.element[lane] = entry.at("elements").at(lane);
  for (const Json& r : entry.at("readings")) probed.readings.push_back({r.at(0), r.at(1), r.at(2), r.at(3)});
  if (entry.contains("operation")) {
    probed.space = entry.at("memory").get<std::string>() == "global" ? probe::Space::global : probe::Space::shared;
    probed.operation = probe::operation_called(entry.at("operation"));
  }
  return probed;
}

// The members of `head` and a list of entries, a line each.
template <typename Entry>
std::string document(const Json& head, const char* list, const std::vector<Entry>& entries) {
  std::string text = to_text(head, 2);
  text.resize(text.rfind('\n'));  // the closing brace
  text += fmt::format(",\n  \"{}\": [", list);
  const char* before = "\n    ";
  for (const Entry& entry : entries) text += std::exchange(before, ",\n    ") + to_text(entry_of(entry));
  return text + "\n  ]\n}\n";
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

std::string to_json(const Context& context, const std::vector<MeasuredVariant>& variants) {
  Json head = {{"context", json_of(context)}};
  for (const HardwareCounter& counter : hardware_counters()) head["metrics"][counter.name] = counter.metrics;
  return document(head, "variants", variants);
}

std::string to_json(const Context& context, const std::vector<Probed>& probed) {
  const bool are_atomics = !probed.empty() && probed.front().operation;
  Json head = {{"context", json_of(context)}};
  for (const probe::Counter& counter : probe::counters()) {
    if ((counter.kind == probe::Access::atomic) != are_atomics) continue;
    head["metrics"][counter.name] = are_atomics ? Json(counter.metrics) : Json(counter.metrics.front());
  }
  head["columns of readings"] = {"counter", "bytes per lane", "predicted", "measured"};
  return document(head, are_atomics ? "atomics" : "patterns", probed);
}

std::vector<MeasuredVariant> variants_from_json(const std::string& text) {
  return mapped(Json::parse(text).at("variants"), variant_in);
}

std::vector<Probed> probed_from_json(const std::string& text) {
  const Json document = Json::parse(text);
  return mapped(document.at(document.contains("atomics") ? "atomics" : "patterns"), probed_in);
}

}  // namespace ladder::profile
