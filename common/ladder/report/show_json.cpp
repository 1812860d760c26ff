#include "ladder/report/show_json.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "ladder/base/files.hpp"
#include "ladder/base/json.hpp"
#include "ladder/base/mapped.hpp"
#include "ladder/engine/observation.hpp"
#include "ladder/report/explain.hpp"
#include "ladder/report/json_report.hpp"
#include "ladder/report/limits_report.hpp"

namespace ladder {

namespace {

Json object_of(const TracedArray& array) {
  return {{"name", array.name},   {"space", in_words(array.space)},      {"begin", array.begin},
          {"bytes", array.bytes}, {"elementBytes", array.element_bytes}, {"extents", array.extents}};
}

Json object_of(const LineAccess& access) {
  return {{"file", access.file},
          {"line", access.line},
          {"space", in_words(access.space)},
          {"operation", in_words(access.operation)},
          {"bytes", access.bytes}};
}

Json object_of(const LineCounters& line) {
  Json object = object_of(static_cast<const LineAccess&>(line));
  object.update({{"requests", line.requests},
                 {"transactions", line.transactions},
                 {"least", line.least_transactions},
                 {"issued", line.wavefronts_kept_by_compiler},
                 {"words", lanes_in_words(line)}});
  return object;
}

// Bytes: of copies, of libraries, and of the sectors that kernels asked for at the other end.
Json object_of(const LinkTraffic& link) {
  const std::uint64_t sectors = link.sectors_loaded + link.sectors_stored;
  return {{"from", link.from},
          {"to", link.to},
          {"messages", link.messages},
          {"sectorsLoaded", link.sectors_loaded},
          {"sectorsStored", link.sectors_stored},
          {"bytes", link.bytes + sectors * memory_model::architecture.sector_bytes}};
}

Json object_of(const PlacedThread& thread) {
  return {{"block", thread.block},
          {"thread", thread.thread},
          {"file", thread.at.file},
          {"line", thread.at.line},
          {"operation", in_words(thread.operation)}};
}

Json object_of(const PlacedHazard& hazard) {
  Json object = {{"words", hazard.words.substr(0, hazard.advice)},
                 {"remark", hazard.is_remark},
                 {"launch", hazard.launch},
                 {"element", hazard.element},
                 {"thread", object_of(hazard.thread)}};
  if (hazard.advice < hazard.words.size()) object["advice"] = hazard.words.substr(hazard.advice + 2);
  if (hazard.place) object["place"] = {{"array", hazard.place->array}, {"offset", hazard.place->offset}};
  if (hazard.index) object["index"] = *hazard.index;
  if (hazard.other) object["other"] = object_of(*hazard.other);
  return object;
}

// The one number that a list consists of, or the list.
Json one_if_alike(const std::vector<std::int64_t>& list) {
  const bool alike = std::equal(list.begin() + (list.empty() ? 0 : 1), list.end(), list.begin());
  return alike ? Json(list.empty() ? 0 : list.front()) : Json(list);
}

// From each lane to the next, in bytes.
Json distances(const std::vector<TracedLane>& lanes) {
  std::vector<std::int64_t> distances;
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    distances.push_back(static_cast<std::int64_t>(lanes[i].offset - lanes[i - 1].offset));
  }
  return one_if_alike(distances);
}

// By their index in Trace::arrays.
Json arrays_of(const std::vector<TracedLane>& lanes) {
  return one_if_alike(mapped(lanes, [](const TracedLane& lane) { return static_cast<std::int64_t>(lane.array); }));
}

// [lane, what it wanted, why it was stopped]
Json list_of_stopped(const std::vector<StoppedLane>& lanes) {
  return mapped(lanes, [](const StoppedLane& lane) { return Json{lane.lane, lane.element, lane.why}; });
}

std::uint32_t mask_of(const std::vector<TracedLane>& lanes) {
  std::uint32_t mask = 0;
  for (const TracedLane& lane : lanes) mask |= 1u << lane.lane;
  return mask;
}

// The instructions, and each request as a list that begins with the index of one:
// [instruction, launch, warp, barriers, transactions, mask of the lanes, array, offset of the first lane, distances
// from each lane to the next, and where there are any, the lanes that were stopped]. Where the array or the distance is
// the same for all lanes, it is one number.
void add_requests(const Trace& trace, Json& variant) {
  std::map<std::pair<LineAccess, memory_model::SharedAtomic>, std::size_t> known;
  variant["instructions"] = Json::array();
  variant["requests"] = Json::array();
  for (const TracedRequest& r : trace.requests) {
    const auto [entry, is_new] = known.try_emplace({r, r.atomic}, known.size());
    if (is_new) {
      variant["instructions"].push_back(object_of(r));
      const bool has_kinds = r.operation == memory_model::Access::atomic && r.space == memory_model::Space::shared;
      if (has_kinds) variant["instructions"].back()["atomic"] = in_words(r.atomic);
    }
    variant["requests"].push_back({entry->second, r.launch, r.warp, r.barriers, r.transactions, mask_of(r.lanes),
                                   arrays_of(r.lanes), r.lanes.empty() ? 0 : r.lanes.front().offset,
                                   distances(r.lanes)});
    if (!r.stopped.empty()) variant["requests"].back().push_back(list_of_stopped(r.stopped));
  }
}

// Of each lane in the mask, in their order, the one whose value it gets.
Json object_of(const TracedExchange& exchange) {
  std::uint32_t mask = 0;
  Json sources = Json::array();
  for (const auto& [lane, source] : exchange.sources) {
    mask |= 1u << lane;
    sources.push_back(source);
  }
  return {{"launch", exchange.launch}, {"warp", exchange.warp}, {"requestsBefore", exchange.requests_before},
          {"file", exchange.file},     {"line", exchange.line}, {"mask", mask},
          {"sources", sources}};
}

Json object_of(const TracedLaunch& launch) { return {{"grid", launch.grid}, {"block", launch.block}}; }

template <typename Part>
Json list_of(const std::vector<Part>& parts) {
  return mapped(parts, [](const Part& part) { return object_of(part); });
}

// [name, its count for each KiB of useful data, its count in all] of each limit, the one that takes longest first.
Json list_of_limits(const LimitsOf& of) {
  return mapped(of.limits, [&](const memory_model::Limit& limit) {
    return Json{limit.name, std::lround(limit.count / of.useful_bytes * 1024), std::llround(limit.count)};
  });
}

// What the blocks that are there at a time wait for, in microseconds for each GiB of useful data.
Json waits_of(const LimitsOf& of) {
  Json waits = Json::object();
  for (const memory_model::Limit& limit : of.limits) {
    double life = 0;
    for (const auto& [part, seconds] : limit.life) life += seconds;
    for (const auto& [part, seconds] : limit.life) {
      waits[part] = std::lround(seconds / life * limit.seconds / of.useful_bytes * (1 << 30) * 1e6);
    }
  }
  return waits;
}

// In the order in which a page numbers them.
std::vector<PlacedHazard> placed(const Result& result) {
  std::vector<PlacedHazard> all = result.places;
  all.insert(all.end(), result.remarks.begin(), result.remarks.end());
  return all;
}

// of: the results that it is about, by their index, each with the index of its hazard; without one what failed is
// meant. Kernels of a program may have one name; of one launch a finding is made.
Json object_of(const Finding& finding, const std::vector<Result>& results) {
  Json object = {{"words", with_place(finding)}, {"variant", finding.variant}, {"of", Json::array()}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].variant != finding.variant) continue;
    if (!finding.hazard) {
      if (!failure_in_words(results[i]).empty()) object["of"].push_back({i});
      continue;
    }
    const std::vector<PlacedHazard> hazards = placed(results[i]);
    if (*finding.hazard < hazards.size() && hazards[*finding.hazard].turn == finding.turn)
      object["of"].push_back({i, *finding.hazard});
  }
  return object;
}

Json object_of(const Result& result) {
  Json variant = {{"name", result.chapter + "/" + result.variant}, {"problem", result.problem}, {"task", result.task}};
  variant["sizes"] = json_of(result.sizes);
  variant["good"] = result.good();
  variant["hasReference"] = result.has_reference;
  variant["failure"] = failure_in_words(result);
  variant["limit"] = result.limits ? limit_in_words(*result.limits) : "";
  variant["limits"] = result.limits ? list_of_limits(*result.limits) : Json::array();
  variant["waits"] = result.limits ? waits_of(*result.limits) : Json::object();
  variant["limitOn"] = result.limits ? place_of(*result.limits) : "";
  variant["atMost"] = result.limits ? std::lround(at_most(*result.limits) / 1e9) : 0;
  variant["isCeiling"] = result.variant == result.ceiling;
  variant["residentThreads"] = result.resident_threads;
  variant["hazards"] = list_of(placed(result));
  variant["lines"] = result.lines ? list_of(result.lines()) : Json::array();
  variant["counters"] = result.counters ? json_of(*result.counters) : Json::object();
  variant["links"] = list_of(result.links);
  variant["launches"] = list_of(result.trace.launches);
  variant["arrays"] = list_of(result.trace.arrays);
  add_requests(result.trace, variant);
  variant["exchanges"] = list_of(result.trace.exchanges);
  variant["leftOut"] = result.trace.left_out;
  return variant;
}

// The text of each file that the traces name, once.
Json sources_of(const std::vector<Result>& results) {
  std::set<std::string> paths;
  for (const Result& result : results) paths.insert(result.trace.sources.begin(), result.trace.sources.end());
  Json sources = Json::array();
  for (const std::string& path : paths) {
    const std::string text = contents(path);
    if (!text.empty()) sources.push_back({{"file", std::filesystem::path(path).filename().string()}, {"text", text}});
  }
  return sources;
}

Json object_of(const TracedRequest& request, const std::vector<TracedArray>& arrays) {
  const bool global = request.space == memory_model::Space::global;
  Json lanes = Json::array();
  for (const TracedLane& lane : request.lanes) {
    Json object = {{"lane", lane.lane}, {"array", arrays[lane.array].name}, {"offset", lane.offset}};
    if (global) {
      object["sector"] = lane.offset / memory_model::architecture.sector_bytes;
    } else {
      object["bank"] = lane.offset / memory_model::architecture.bank_bytes % memory_model::architecture.banks;
    }
    lanes.push_back(object);
  }
  Json object = {{"launch", request.launch}, {"warp", request.warp}, {"barriers", request.barriers}};
  object.update(object_of(static_cast<const LineAccess&>(request)));
  object[global ? "sectors" : "wavefronts"] = request.transactions;
  object["lanes"] = lanes;
  for (const StoppedLane& lane : request.stopped) {
    object["stopped"].push_back({{"lane", lane.lane}, {"element", lane.element}, {"why", lane.why}});
  }
  return object;
}

}  // namespace

std::string show_to_json(const std::vector<Result>& results) {
  std::vector<Finding> all;
  for (const Result& result : results) std::ranges::copy(findings_about(result), std::back_inserter(all));
  return show_to_json(results, all);
}

std::string show_to_json(const std::vector<Result>& results, const std::vector<Finding>& findings) {
  const auto of_result = [](const Result& result) { return object_of(result); };
  const auto of_finding = [&](const Finding& finding) { return object_of(finding, results); };
  return to_text({{"chapter", results.empty() ? "" : results.front().chapter},
                  {"sources", sources_of(results)},
                  {"variants", mapped(results, of_result)},
                  {"findings", mapped(findings, of_finding)}}) +
         "\n";
}

std::string traces_to_json(const std::vector<Result>& results) {
  Json traces = Json::array();
  for (const Result& result : results) {
    Json trace = {{"name", result.chapter + "/" + result.variant}, {"block", result.block}};
    trace.update(json_of(result.sizes));
    trace["requests"] = mapped(result.trace.requests,
                               [&](const TracedRequest& request) { return object_of(request, result.trace.arrays); });
    traces.push_back(trace);
  }
  return to_text({{"traces", traces}}, 1) + "\n";
}

}  // namespace ladder
