#include "tools/profile/record.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace ladder::profile {
namespace {

// Nsight Compute's names of each counter.
template <typename Counters, typename MetricsOf>
Json names_of(const Counters& counters, MetricsOf metrics_of) {
  Json names;
  for (const auto& counter : counters) names[counter.name] = metrics_of(counter);
  return names;
}

// The members of `head` and a list of entries, a line each.
std::string document(const Json& head, const char* list, const std::vector<Json>& entries) {
  std::string text = head.dump(2);
  text.resize(text.rfind('\n'));  // the closing brace
  text += fmt::format(",\n  \"{}\": [", list);
  for (std::size_t i = 0; i < entries.size(); ++i) text += (i == 0 ? "\n    " : ",\n    ") + entries[i].dump();
  return text + "\n  ]\n}\n";
}

template <typename Entry, typename FromJson>
std::vector<Entry> entries_in(const std::string& text, const char* list, FromJson from_json) {
  const Json document = Json::parse(text);
  std::vector<Entry> entries;
  for (const Json& entry : document.at(list)) entries.push_back(from_json(entry));
  return entries;
}

Json entry_of(const MeasuredVariant& variant) {
  Json entry = {{"name", variant.chapter + "/" + variant.variant}};
  for (const auto& [name, value] : variant.sizes) entry[name] = value;
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

Json entry_of(const probe::Pattern& pattern, const std::vector<probe::Reading>& readings) {
  Json entry = {{"name", pattern.name},
                {"active", fmt::format("{:08x}", pattern.active)},
                {"elements", pattern.element},
                {"readings", Json::array()}};
  for (const probe::Reading& r : readings) entry["readings"].push_back({r.counter, r.bytes, r.predicted, r.measured});
  return entry;
}

Json entry_of(const ProbedPattern& probed) { return entry_of(probed.pattern, probed.readings); }

Json entry_of(const ProbedAtomic& probed) {
  Json entry = entry_of(probed.launch.pattern, probed.readings);
  entry["memory"] = in_words(probed.launch.space);
  entry["operation"] = in_words(probed.launch.operation);
  return entry;
}

ProbedPattern pattern_in(const Json& entry) {
  ProbedPattern probed;
  probed.pattern.name = entry.at("name");
  probed.pattern.active = static_cast<std::uint32_t>(std::stoul(entry.at("active").get<std::string>(), nullptr, 16));
  for (std::size_t lane = 0; lane < probed.pattern.element.size(); ++lane)
    probed.pattern.element[lane] = entry.at("elements").at(lane);
  for (const Json& r : entry.at("readings")) probed.readings.push_back({r.at(0), r.at(1), r.at(2), r.at(3)});
  return probed;
}

ProbedAtomic atomic_in(const Json& entry) {
  const ProbedPattern probed = pattern_in(entry);
  const auto space = entry.at("memory").get<std::string>() == "global" ? probe::Space::global : probe::Space::shared;
  return {{probed.pattern, space, probe::operation_called(entry.at("operation"))}, probed.readings};
}

// Of the probe.
template <typename Entry>
std::string probe_document(const Context& context, const Json& metrics, const char* list,
                           const std::vector<Entry>& probed) {
  std::vector<Json> entries;
  for (const Entry& entry : probed) entries.push_back(entry_of(entry));
  const Json columns = {"counter", "bytes per lane", "predicted", "measured"};
  return document({{"context", json_of(context)}, {"metrics", metrics}, {"columns of readings", columns}}, list,
                  entries);
}

}  // namespace

std::string to_json(const Context& context, const std::vector<MeasuredVariant>& variants) {
  std::vector<Json> entries;
  for (const MeasuredVariant& variant : variants) entries.push_back(entry_of(variant));
  const auto metrics = names_of(hardware_counters(), [](const HardwareCounter& c) { return c.metrics; });
  return document({{"context", json_of(context)}, {"metrics", metrics}}, "variants", entries);
}

std::string to_json(const Context& context, const std::vector<ProbedPattern>& patterns) {
  const auto metrics = names_of(probe::counters(), [](const probe::Counter& c) { return c.metric; });
  return probe_document(context, metrics, "patterns", patterns);
}

std::string to_json(const Context& context, const std::vector<ProbedAtomic>& atomics) {
  const auto metrics = names_of(probe::atomic_counters(), [](const probe::AtomicCounter& c) { return c.metrics; });
  return probe_document(context, metrics, "atomics", atomics);
}

std::vector<MeasuredVariant> variants_from_json(const std::string& text) {
  return entries_in<MeasuredVariant>(text, "variants", variant_in);
}

std::vector<ProbedPattern> patterns_from_json(const std::string& text) {
  return entries_in<ProbedPattern>(text, "patterns", pattern_in);
}

std::vector<ProbedAtomic> atomics_from_json(const std::string& text) {
  return entries_in<ProbedAtomic>(text, "atomics", atomic_in);
}

}  // namespace ladder::profile
