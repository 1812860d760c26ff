#include "tools/try/program_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "ladder/engine/emulator/executable/source_lines.hpp"
#include "ladder/engine/emulator/runtime/allocations.hpp"
#include "ladder/engine/emulator/runtime/launches.hpp"
#include "ladder/engine/emulator/runtime/mistakes.hpp"
#include "ladder/report/machines.hpp"

namespace ladder::tried {
namespace {

using emulator::Launches;
using emulator::LaunchGroup;
using emulator::Mistake;
using emulator::mistake_table;
using emulator::MistakeLog;

std::string in_words(dim3 size) {
  return size.z == 1 ? fmt::format("{}x{}", size.x, size.y) : fmt::format("{}x{}x{}", size.x, size.y, size.z);
}

// "mm<32> at mm.cu:41", and how often.
std::string name_of(const LaunchGroup& group) {
  const std::string times = group.launches == 1 ? "" : fmt::format(", {} times", group.launches);
  return fmt::format("{} at {}{}", group.kernel_name(), emulator::place_of(group.site), times);
}

Result result_of(const LaunchGroup& group, const std::string& program, const std::string& gpu) {
  Result result;
  result.chapter = program;
  result.variant = name_of(group);
  result.device = "emulator";
  result.block = in_words(group.block);
  result.has_reference = false;
  result.failure = group.failure;
  result.verified = group.failure.empty();
  const Observation seen = group.observer.observation();
  if (!result.verified) {
    adopt_hazards(seen, result);
    return result;
  }
  adopt_observation(seen, result);
  // What a launch touches is taken to be of use.
  const double touched = seen.demand.loaded_bytes + seen.demand.stored_bytes;
  if (result.good()) result.limits = LimitsOf{gpu, {}, touched, memory_model::limits(seen.demand, machine(gpu))};
  return result;
}

const emulator::MistakeRow& row_of(const Mistake& mistake) {
  return mistake_table[static_cast<std::size_t>(mistake.kind)];
}

std::string in_words(const Mistake& mistake) {
  return fmt::format("{}: {}: {}{}", mistake.site == 0 ? "at the end" : emulator::place_of(mistake.site),
                     row_of(mistake).name, mistake.words,
                     mistake.times == 1 ? "" : fmt::format(" ({} times)", mistake.times));
}

std::vector<std::string> lines(bool remarks) {
  std::vector<std::string> found;
  for (const Mistake& mistake : MistakeLog::instance().all()) {
    if (row_of(mistake).remark == remarks) found.push_back(in_words(mistake));
  }
  return found;
}

}  // namespace

std::vector<Result> results(const std::string& program, const std::string& gpu) {
  std::vector<Result> all;
  for (const LaunchGroup& group : Launches::instance().groups()) all.push_back(result_of(group, program, gpu));
  return all;
}

std::vector<std::string> findings(const std::vector<Result>& results) {
  std::vector<std::string> all;
  for (const Result& result : results) {
    for (const std::string& message : result.messages) all.push_back(fmt::format("{} [{}]", message, result.variant));
    if (!result.verified) all.push_back(fmt::format("{} [{}]", result.failure, result.variant));
  }
  return all;
}

std::vector<std::string> mistakes() { return lines(false); }
std::vector<std::string> remarks() { return lines(true); }

std::string to_json(const Report& report, int status) {
  auto json = nlohmann::ordered_json::parse(ladder::to_json(report));
  json["program"] = {{"status", status}, {"mistakes", nlohmann::ordered_json::array()}};
  for (const Mistake& mistake : MistakeLog::instance().all()) {
    json["program"]["mistakes"].push_back({{"kind", row_of(mistake).name},
                                           {"remark", row_of(mistake).remark},
                                           {"place", mistake.site == 0 ? "" : emulator::place_of(mistake.site)},
                                           {"words", mistake.words},
                                           {"times", mistake.times}});
  }
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace ladder::tried
