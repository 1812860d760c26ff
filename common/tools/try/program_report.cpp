#include "tools/try/program_report.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "ladder/base/failure.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/runtime/allocations.hpp"
#include "ladder/emulator/runtime/cublas_call.hpp"
#include "ladder/emulator/runtime/devices.hpp"
#include "ladder/emulator/runtime/launches.hpp"
#include "ladder/emulator/runtime/mistakes.hpp"
#include "ladder/report/machines.hpp"
#include "ladder/report/terminal.hpp"

namespace ladder::tried {
namespace {

using emulator::Devices;
using emulator::Launches;
using emulator::LaunchGroup;
using emulator::Links;
using emulator::Mistake;
using emulator::MistakeLog;
using emulator::Traffic;

std::string in_words(dim3 size) {
  return size.z == 1 ? fmt::format("{}x{}", size.x, size.y) : fmt::format("{}x{}x{}", size.x, size.y, size.z);
}

std::uint64_t blocks_of(const LaunchGroup& group) { return std::uint64_t{group.grid.x} * group.grid.y * group.grid.z; }

std::uint64_t observed_blocks(const LaunchGroup& group) {
  return (group.launches - group.unseen) * blocks_of(group) - group.observer.left_out();
}

// Whether another row would have the same name but for the size of its grid.
bool has_other_grids(const LaunchGroup& group) {
  const auto& all = Launches::instance().groups();
  return std::ranges::any_of(all, [&](const LaunchGroup& other) {
    return &other != &group && other.kernel == group.kernel && in_words(other.block) == in_words(group.block) &&
           emulator::place_of(other.site) == emulator::place_of(group.site);
  });
}

// "mm<32> at mm.cu:41", how often, and how much of that was observed. (How many blocks a launch began that did not come
// to its end is chance.)
std::string name_of(const LaunchGroup& group) {
  std::string times = group.launches <= 1 ? "" : fmt::format(", {} times", group.launches);
  if (group.repeated != 0) times += fmt::format(", {} run", group.launches - group.repeated);
  if (group.failure.empty() && group.observer.left_out() != 0) {
    times += fmt::format(", {} of {} blocks observed", observed_blocks(group), group.launches * blocks_of(group));
  } else if (group.unseen != 0) {
    times += fmt::format(", {} observed", group.launches - group.unseen);
  }
  if (const std::uint64_t cut = group.observer.cut(); cut != 0) {
    times += fmt::format(", {} block{} in part", cut, cut == 1 ? "" : "s");
  }
  if (&group == Launches::instance().running()) times += ", still running";
  const std::string grid = has_other_grids(group) ? fmt::format(", {} blocks", in_words(group.grid)) : "";
  return fmt::format("{} at {}{}{}", group.kernel_name(), emulator::place_of(group.site), grid, times);
}

Result result_of(const LaunchGroup& group, const std::string& program, const std::string& gpu,
                 const MachineCode& made) {
  Result result;
  result.chapter = program;
  result.variant = name_of(group);
  result.device = "emulator";
  result.block = in_words(group.block);
  result.has_reference = false;
  result.failure = group.failure;
  result.cause.turn = group.turn;
  result.verified = group.failure.empty();
  const Observation seen = group.observer.observation(made.of(group.kernel_name()));
  if (!result.verified) {
    adopt_hazards(seen, result);
    return result;
  }
  adopt_observation(seen, result);
  // What a launch touches is taken to be of use, but for those bytes of sectors that no lane can have asked for.
  const memory_model::Demand& demand = seen.demand;
  const double of_use =
      std::min(demand.loaded_bytes, demand.asked_to_load) + std::min(demand.stored_bytes, demand.asked_to_store);
  const auto limits = memory_model::limits(demand, machine(gpu));
  const bool is_observed = limits.front().seconds > 0;  // else nothing of it was
  if (result.good() && is_observed) result.limits = LimitsOf{gpu, {}, of_use, limits};
  return result;
}

Finding finding_of(const Mistake& mistake) {
  Finding finding{.at = emulator::source_line(mistake.site), .words = emulator::in_words(mistake)};
  finding.at.column = 0;
  finding.words.erase(0, with_place(finding.at, "").size());
  return finding;
}

// --- What the links between devices carried

struct Column {
  const char* name;
  const char* head;
  std::uint64_t Traffic::*count;
};
constexpr std::array<Column, 4> columns{{
    {"copies", "copies", &Traffic::copies},
    {"copied_bytes", "bytes", &Traffic::copied_bytes},
    {"sectors_loaded", "sectors ld", &Traffic::loaded},
    {"sectors_stored", "st", &Traffic::stored},
}};

bool any(std::uint64_t Traffic::*count) {
  const auto& all = Links::instance().all();
  return std::ranges::any_of(all, [&](const auto& link) { return link.second.*count != 0; });
}

// Those of which some link has something, each group whole.
std::vector<Column> shown() {
  std::vector<Column> found;
  for (std::size_t i = 0; i < columns.size(); i += 2) {
    if (any(columns[i].count) || any(columns[i + 1].count)) found.insert(found.end(), {columns[i], columns[i + 1]});
  }
  return found;
}

std::string notes() {
  std::string text;
  for (const auto& [ends, traffic] : Links::instance().all()) {
    if (traffic.staged_bytes == 0) continue;
    text += fmt::format("{} -> {}: {} of the copied bytes go through the host, as no peer access is enabled\n",
                        ends.first, ends.second, traffic.staged_bytes);
  }
  if (Links::instance().has_rings) {
    text +=
        "Collectives of NCCL count as in a ring, each device to the next; a GPU's NCCL chooses among several ways\n";
  }
  if (Links::instance().has_unseen && (any(&Traffic::loaded) || any(&Traffic::stored))) {
    text += "Sectors are those of the blocks that were observed; --observe inf observes all\n";
  }
  return text;
}

// "devices", and "links" with a member for each column.
void add_links(Json& program) {
  program["devices"] = Devices::instance().count();
  program["collectives_as_rings"] = Links::instance().has_rings;
  program["links"] = Json::array();
  for (const auto& [ends, traffic] : Links::instance().all()) {
    Json link{{"from", ends.first}, {"to", ends.second}};
    for (const Column& column : columns) link[column.name] = traffic.*column.count;
    link["staged_bytes"] = traffic.staged_bytes;
    program["links"].push_back(std::move(link));
  }
}

// Those of the kernels, or all; throws as results() does.
std::vector<const LaunchGroup*> groups_of(const std::vector<std::string>& kernels) {
  const auto names = [](const std::string& word, const std::string& kernel) {
    return word == kernel || word == kernel.substr(0, kernel.find('<'));
  };
  std::vector<const LaunchGroup*> found;
  std::set<std::string> known;
  for (const LaunchGroup& group : Launches::instance().groups()) {
    const std::string kernel = group.kernel_name();
    known.insert(kernel);
    const bool is_wanted =
        kernels.empty() || std::ranges::any_of(kernels, [&](const std::string& word) { return names(word, kernel); });
    if (is_wanted) found.push_back(&group);
  }
  for (const std::string& word : kernels) {
    if (std::ranges::any_of(known, [&](const std::string& kernel) { return names(word, kernel); })) continue;
    throw Failure(bad_usage, fmt::format("'{}' was not launched; launched were {}", word, fmt::join(known, ", ")));
  }
  return found;
}

}  // namespace

std::vector<Result> results(const std::string& program, const std::vector<std::string>& kernels, const std::string& gpu,
                            const MachineCode& made) {
  return mapped(groups_of(kernels), [&](const LaunchGroup* group) { return result_of(*group, program, gpu, made); });
}

std::vector<Finding> findings(const std::vector<Result>& results) {
  std::multimap<std::uint64_t, Finding> by_turn;  // of one turn, in this order
  for (const Mistake& mistake : MistakeLog::instance().all()) {
    if (mistake.is_cause) by_turn.emplace(0, finding_of(mistake));
    if (!mistake.is_cause && !is_remark(mistake.kind)) by_turn.emplace(mistake.turn, finding_of(mistake));
  }
  for (const Result& result : results) {
    const std::string name = fmt::format("[{}]", result.variant);
    for (Finding& hazard : hazards_of(result)) {
      hazard.at.column = 0;  // it is one of the text that cuda_to_cpp made
      hazard.where = name;
      by_turn.emplace(hazard.turn, hazard);
    }
    const Finding failure{.words = result.failure, .where = name, .variant = result.variant};
    if (!result.verified) by_turn.emplace(result.cause.turn, failure);
  }
  return mapped(by_turn, [](const auto& turn) { return turn.second; });
}

std::vector<Finding> remarks(const std::vector<Result>& results) {
  std::vector<Finding> all;
  for (const Result& result : results) {
    if (!result.good()) continue;
    const std::string name = fmt::format("[{}]", result.variant);
    std::size_t index = result.places.size();
    for (const PlacedHazard& remark : result.remarks)
      all.push_back(
          {.words = remark.words, .where = name, .variant = result.variant, .turn = remark.turn, .hazard = index++});
  }
  for (const Mistake& mistake : MistakeLog::instance().all()) {
    if (is_remark(mistake)) all.push_back({.words = emulator::in_words(mistake)});
  }
  return all;
}

std::string in_words(const std::vector<Finding>& findings, std::size_t letters) {
  std::string all;
  for (const Finding& finding : findings) {
    all += shown(finding, with_place(finding.at, ""), finding.where, letters, false);
  }
  return all;
}

Table links() {
  const std::vector<Column> shown_columns = shown();
  if (shown_columns.empty()) return {};
  std::string text = "from -> to";
  for (const Column& column : shown_columns) text += fmt::format("  {:>12}", column.head);
  text += "\n";
  for (const auto& [ends, traffic] : Links::instance().all()) {
    text += fmt::format("{:>4} -> {:<2}", ends.first, ends.second);
    for (const Column& column : shown_columns) text += fmt::format("  {:>12}", traffic.*column.count);
    text += "\n";
  }
  return {text, notes()};
}

std::string library_calls() {
  const std::uint64_t calls = emulator::cublas_calls;
  return calls == 0 ? ""
                    : fmt::format("\n{} call{} of cuBLAS: computed by the system's CBLAS, not counted\n", calls,
                                  calls == 1 ? "" : "s");
}

std::string to_json(const Report& report, const std::vector<std::string>& kernels, std::optional<int> status) {
  Json json = json_of(report);
  const std::vector<const LaunchGroup*> groups = groups_of(kernels);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    Json& entry = json["benchmarks"][i];
    const Result& result = report.results[i];
    const LaunchGroup& group = *groups[i];
    if (const auto made = result.counters ? as_made(*result.counters, result.lines()) : std::nullopt)
      entry["counters_made"] = json_of(*made);
    entry["nvcc_may"] = Json::array();
    for (const Choice& choice : result.counters ? choices_of(result.lines()) : std::vector<Choice>{}) {
      Json& more = entry["nvcc_may"].emplace_back(Json{{"words", choice.words}})["more"];
      for (const auto& [name, member] : counter_names) more[name] = static_cast<std::int64_t>(choice.more.*member);
    }
    entry["prints"] = group.prints;
    entry["kernel"] = group.kernel_name();
    entry["launched_at"] = emulator::place_of(group.site);
    entry["grid"] = {group.grid.x, group.grid.y, group.grid.z};
    entry["threads"] = {group.block.x, group.block.y, group.block.z};
    entry["launches"] = group.launches;
    entry["run"] = group.launches - group.repeated;
    entry["observed"] = group.launches - group.unseen;
    entry["observed_blocks"] = observed_blocks(group);
  }
  json["program"] = {{"status", status ? Json(*status) : Json()}, {"mistakes", Json::array()}};
  for (const Mistake& mistake : MistakeLog::instance().all()) {
    json["program"]["mistakes"].push_back({{"kind", emulator::name_of(mistake.kind)},
                                           {"remark", emulator::is_remark(mistake.kind)},
                                           {"place", mistake.site == 0 ? "" : emulator::place_of(mistake.site)},
                                           {"words", mistake.words},
                                           {"times", mistake.times}});
  }
  json["program"]["cublas_calls"] = emulator::cublas_calls;
  add_links(json["program"]);
  return to_text(json, 2) + "\n";
}

}  // namespace ladder::tried
