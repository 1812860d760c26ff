#include "ladder/engine/emulator/requests/trace_recorder.hpp"

#include "ladder/engine/emulator/executable/source_lines.hpp"
#include "ladder/engine/emulator/memory/global_memory.hpp"
#include "ladder/engine/emulator/memory/shared_memory.hpp"
#include "ladder/engine/emulator/requests/site_counters.hpp"

namespace ladder::emulator {
namespace {

TracedLane traced_lane(const Request& request, unsigned lane, const SharedMemory& shared) {
  const std::uintptr_t address = request.access.address[lane];
  if (request.space == Space::shared) {
    return {lane, shared.array_of(address).name, shared.offset_in_array(address)};
  }
  const Buffer& buffer = *GlobalMemory::instance().find(address, request.access.bytes);
  return {lane, buffer.name, address - buffer.begin};
}

}  // namespace

void TraceRecorder::add(const Request& request, unsigned warp, std::uint32_t barriers, const SharedMemory& shared) {
  TracedRequest& traced = requests_.emplace_back();
  traced.launch = launches_ - 1;
  traced.warp = warp;
  traced.barriers = barriers;
  traced.space = request.space;
  traced.operation = request.access.kind;
  traced.bytes = request.access.bytes;
  traced.transactions = cost_of(request);
  for_each_lane(request.access.active,
                [&](unsigned lane) { traced.lanes.push_back(traced_lane(request, lane, shared)); });
  sites_.push_back(request.site);
}

std::vector<TracedRequest> TraceRecorder::requests() const {
  std::vector<TracedRequest> requests = requests_;
  const auto lines = source_lines(sites_);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].file = lines[i].file;
    requests[i].line = lines[i].line;
  }
  return requests;
}

}  // namespace ladder::emulator
