#include "ladder/report/json_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>

#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"

namespace ladder {

namespace {

// members: a row for each, with its name in JSON.
template <typename Struct, typename Members>
Json to_object(const Struct& value, const Members& members) {
  Json object;
  for (const auto& [name, member] : members) object[name] = value.*member;
  return object;
}

template <typename Struct, typename Members>
Struct from_object(const Json& object, const Members& members) {
  Struct value;
  for (const auto& [name, member] : members) {
    if (object.contains(name)) value.*member = object.at(name);  // else recorded before it was counted
  }
  return value;
}

// All of the object's members are sizes.
Sizes all_sizes(const Json& object) {
  Sizes sizes;
  for (const auto& [name, value] : object.items()) sizes.emplace_back(name, value);
  return sizes;
}

// What belongs to the program that writes, and not to the results.
Json of_this_program() {
  return {{"num_cpus", sysconf(_SC_NPROCESSORS_ONLN)},
          {"library_build_type", LADDER_BUILD_TYPE},
          {"library_version", LADDER_VERSION},
          {"compiler", LADDER_COMPILER},
          {"cuda_compiler", LADDER_CUDA_COMPILER}};
}

Context context_in(const Json& object) {
  Context context{object.at("date"), object.at("executable"), object.at("device")};
  const Json others = of_this_program();
  for (const auto& [name, value] : object.items()) {
    const bool known = name == "date" || name == "executable" || name == "device" || others.contains(name);
    if (!known) context.more.emplace_back(name, value);
  }
  return context;
}

Json to_object(const LimitsOf& of) {
  Json object;
  for (const memory_model::Limit& limit : of.limits) {
    object["limits"][limit.name] = {
        {"count", limit.count}, {"rate", limit.rate}, {"seconds", limit.seconds}, {"words", limit.words}};
    for (const auto& [part, seconds] : limit.life) object["limits"][limit.name]["life"][part] = seconds;
  }
  object["limited_by"] = of.limits.front().name;
  object["limited"] = {{"gpu", of.machine}, {"size", json_of(of.sizes)}, {"useful_bytes", of.useful_bytes}};
  return object;
}

// Whole ones: the clock of a GPU's events ticks no finer.
std::int64_t nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

constexpr std::pair<const char*, std::uint64_t LinkTraffic::*> link_counts[] = {
    {"messages", &LinkTraffic::messages},
    {"bytes", &LinkTraffic::bytes},
    {"sectors_loaded", &LinkTraffic::sectors_loaded},
    {"sectors_stored", &LinkTraffic::sectors_stored}};

Json to_entry(const Result& result) {
  const Timing& timing = result.timing;
  Json entry;
  entry["name"] = result.chapter + "/" + result.variant;
  entry["run_name"] = result.chapter + "/" + result.variant;
  entry["run_type"] = "iteration";
  entry["iterations"] = std::max<std::size_t>(1, timing.seconds.size());
  if (!timing.empty()) {
    entry["real_time"] = nanoseconds(timing.median());
    entry["cpu_time"] = nanoseconds(timing.median());
    entry["time_unit"] = "ns";
    if (result.has_reference) {
      entry["bytes_per_second"] = result.useful_bytes / timing.median();
      entry["items_per_second"] = result.elements / timing.median();
    }
    entry["spread_ns"] = {{"min", nanoseconds(timing.at(0))},
                          {"q1", nanoseconds(timing.at(0.25))},
                          {"q3", nanoseconds(timing.at(0.75))},
                          {"max", nanoseconds(timing.at(1))}};
    entry["samples_ns"] = mapped(timing.seconds, nanoseconds);
    entry["fits_l2"] = timing.fits_l2;
    entry["above_peak"] = timing.above_peak;
    if (timing.fraction_of_copy) entry["fraction_of_copy"] = *timing.fraction_of_copy;
  }
  entry["device"] = result.device;
  entry["block"] = result.block;
  if (!result.source.empty()) entry["source"] = result.source;
  if (!result.problem.empty() || !result.sizes.empty()) {
    entry["problem"] = {{"name", result.problem},
                        {"ceiling", result.ceiling},
                        {"sizes", mapped(result.sizes, &Sizes::value_type::first)}};
  }
  entry.update(json_of(result.sizes));
  entry["useful_elements"] = result.elements;
  entry["useful_bytes"] = result.useful_bytes;
  if (result.sum) {
    entry["sum"] = {{"value", result.sum->sum},
                    {"reference", result.sum->reference},
                    {"error", result.sum->sum - result.sum->reference},
                    {"bound", result.sum->bound},
                    {"cpu_time_ns", result.sum->cpu_seconds * 1e9}};
  }
  entry["verified"] = result.verified;
  if (result.verified && !result.has_reference) entry["verified"] = nullptr;
  if (!result.verified || !result.failure.empty()) entry["failure"] = failure_in_words(result);
  if (result.counters) entry["counters"] = json_of(*result.counters);
  if (result.counted_at) entry["counted_at"] = json_of(*result.counted_at);
  if (result.limits) entry.update(to_object(*result.limits));
  for (const LinkTraffic& link : result.links) {
    Json object = {{"from", link.from}, {"to", link.to}};
    object.update(to_object(link, link_counts));
    entry["links"].push_back(object);
  }
  entry["hazards"] = to_object(result.hazards, hazard_counts);
  for (const Finding& hazard : hazards_of(result)) entry["hazard_messages"].push_back(with_place(hazard));
  return entry;
}

std::optional<LimitsOf> limits_in(const Json& entry) {
  if (!entry.contains("limits")) return std::nullopt;
  const Json& limited = entry.at("limited");
  LimitsOf found{limited.at("gpu"), all_sizes(limited.at("size")), limited.at("useful_bytes"), {}};
  for (const auto& [name, limit] : entry.at("limits").items()) {
    found.limits.push_back({name, limit.at("count"), limit.at("rate"), limit.at("seconds"), limit.at("words")});
  }
  return found;
}

Result from_entry(const Json& entry) {
  Result result;
  const std::string name = entry.at("name");
  result.chapter = name.substr(0, name.find('/'));
  result.variant = name.substr(name.find('/') + 1);
  result.device = entry.at("device");
  result.block = entry.at("block");
  result.source = entry.value("source", "");
  if (entry.contains("problem")) {
    const Json& problem = entry.at("problem");
    result.problem = problem.at("name");
    result.ceiling = problem.at("ceiling");
    for (const std::string name : problem.at("sizes")) result.sizes.emplace_back(name, entry.at(name));
  }
  result.elements = entry.at("useful_elements");
  result.useful_bytes = entry.at("useful_bytes");
  result.has_reference = !entry.at("verified").is_null();
  result.verified = !result.has_reference || entry.at("verified").get<bool>();
  result.failure = entry.value("failure", "");
  for (const double ns : entry.value("samples_ns", std::vector<double>())) result.timing.seconds.push_back(ns / 1e9);
  result.timing.fits_l2 = entry.value("fits_l2", false);
  result.timing.above_peak = entry.value("above_peak", false);
  if (entry.contains("fraction_of_copy")) result.timing.fraction_of_copy = entry.at("fraction_of_copy").get<double>();
  if (entry.contains("sum")) {
    const Json& sum = entry.at("sum");
    // What is not finite stands as null.
    const auto number = [&](const char* name) { return sum.at(name).is_null() ? NAN : sum.at(name).get<double>(); };
    result.sum = SumFigures{number("value"), number("reference"), number("bound"), number("cpu_time_ns") / 1e9};
  }
  if (entry.contains("counters")) result.counters = from_object<Counters>(entry.at("counters"), counter_names);
  if (entry.contains("counted_at")) result.counted_at = all_sizes(entry.at("counted_at"));
  result.limits = limits_in(entry);
  for (const Json& object : entry.value("links", Json::array())) {
    LinkTraffic& link = result.links.emplace_back(from_object<LinkTraffic>(object, link_counts));
    link.from = object.at("from");
    link.to = object.at("to");
  }
  result.hazards = from_object<Hazards>(entry.at("hazards"), hazard_counts);
  for (const std::string& words : entry.value("hazard_messages", std::vector<std::string>()))
    result.places.emplace_back().words = words;
  return result;
}

}  // namespace

Context make_context(int argc, const char* const* argv, const std::string& device) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S+00:00", gmtime_r(&now, &parts));
  return {date, fmt::format("{}", fmt::join(argv, argv + argc, " ")), device};
}

Json json_of(const Sizes& sizes) {
  Json object = Json::object();
  for (const auto& [name, value] : sizes) object[name] = value;
  return object;
}

Json json_of(const Counters& counters) { return to_object(counters, counter_names); }

Json json_of(const Context& context) {
  Json object = {{"date", context.date}, {"executable", context.executable}, {"device", context.device}};
  for (const auto& [name, value] : context.more) object[name] = value;
  object.update(of_this_program());
  return object;
}

Json json_of(const Report& report) {
  return {{"context", json_of(report.context)}, {"benchmarks", mapped(report.results, to_entry)}};
}

std::string to_json(const Report& report) { return to_text(json_of(report), 2) + "\n"; }

Report from_json(const std::string& text) {
  const Json json = Json::parse(text);
  return {context_in(json.at("context")), mapped(json.at("benchmarks"), from_entry)};
}

}  // namespace ladder
