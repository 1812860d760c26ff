#include "ladder/report/trace_json.hpp"

#include "ladder/base/json.hpp"
#include "ladder/engine/observation.hpp"
#include "ladder/report/result.hpp"

namespace ladder {

namespace {

Json to_object(const TracedRequest& request, const std::vector<TracedArray>& arrays) {
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
  Json object = {{"launch", request.launch},
                 {"warp", request.warp},
                 {"barriers", request.barriers},
                 {"file", request.file},
                 {"line", request.line},
                 {"space", in_words(request.space)},
                 {"operation", in_words(request.operation)},
                 {"bytes", request.bytes},
                 {global ? "sectors" : "wavefronts", request.transactions},
                 {"lanes", lanes}};
  for (const StoppedLane& lane : request.stopped) {
    object["stopped"].push_back({{"lane", lane.lane}, {"element", lane.element}, {"why", lane.why}});
  }
  return object;
}

}  // namespace

std::string traces_to_json(const std::vector<Result>& results) {
  Json traces = Json::array();
  for (const Result& result : results) {
    Json trace = {{"name", result.chapter + "/" + result.variant}, {"block", result.block}};
    for (const auto& [name, value] : result.sizes) trace[name] = value;
    trace["requests"] = Json::array();
    for (const TracedRequest& request : result.trace.requests) {
      trace["requests"].push_back(to_object(request, result.trace.arrays));
    }
    traces.push_back(trace);
  }
  return Json{{"traces", traces}}.dump(1) + "\n";
}

}  // namespace ladder
