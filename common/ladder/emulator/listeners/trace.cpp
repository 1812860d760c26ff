#include "ladder/emulator/listeners/trace.hpp"

#include <fmt/format.h>

#include <bit>

#include "ladder/emulator/debuginfo/array_shapes.hpp"
#include "ladder/emulator/debuginfo/source_lines.hpp"
#include "ladder/emulator/memory/device_variables.hpp"

namespace ladder::emulator {
namespace {

StoppedLane stopped_lane(const Request& request, unsigned lane, const SharedMemory& shared) {
  const std::uintptr_t address = request.access.address[lane];
  const Wanted wanted = wanted_at(address, shared);
  const bool aligned = address % static_cast<unsigned>(request.access.bytes) == 0;
  return {lane, wanted.element,
          aligned ? wanted.extent : fmt::format("its address is no multiple of {} bytes", request.access.bytes)};
}

void add_line(Site site, auto& traced) {
  const CodePlace line = source_line(site);
  traced.file = line.file;
  traced.line = line.line;
}

}  // namespace

void TraceRecorder::begin_launch(const dim3& grid, const dim3& block) {
  trace_.launches.push_back({{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}});
}

TracedLane TraceRecorder::traced_lane(const Request& request, unsigned lane, const SharedMemory& shared) {
  const std::uintptr_t address = request.access.address[lane];
  const auto index_of = [&](std::uintptr_t begin, const auto& describe) {
    const auto [entry, is_new] = array_at_.try_emplace({request.space, begin}, trace_.arrays.size());
    if (is_new) trace_.arrays.push_back(describe());
    return entry->second;
  };
  if (request.space == Space::shared) {
    const SharedArray& array = shared.array_of(address);
    const std::size_t index = index_of(array.begin, [&]() -> TracedArray {
      return {array.name,          Space::shared, array.end - array.begin, array.shape.element_bytes,
              array.shape.extents, array.begin};
    });
    return {lane, index, shared.offset_in_array(address)};
  }
  const Buffer& buffer = *GlobalMemory::instance().find(address, request.access.bytes);
  const std::size_t index = index_of(buffer.begin, [&]() -> TracedArray {
    return {buffer.name, Space::global, buffer.end - buffer.begin, buffer.element_bytes, {}};
  });
  return {lane, index, address - buffer.begin};
}

void TraceRecorder::add(const event::WarpRequest& seen, const SharedMemory& shared) {
  const Request& request = seen.request;
  if (trace_.requests.size() == most_requests_) {
    ++trace_.left_out;
    return;
  }
  TracedRequest& traced = trace_.requests.emplace_back();
  traced.launch = trace_.launches.size() - 1;
  traced.warp = seen.warp;
  traced.barriers = seen.barriers;
  traced.space = request.space;
  traced.operation = request.access.operation;
  traced.bytes = request.access.bytes;
  traced.atomic = request.access.atomic;
  traced.transactions = cost_of(request);
  for_each_lane(request.access.active,
                [&](unsigned lane) { traced.lanes.push_back(traced_lane(request, lane, shared)); });
  for_each_lane(request.stopped, [&](unsigned lane) { traced.stopped.push_back(stopped_lane(request, lane, shared)); });
  add_line(request.site, traced);
}

void TraceRecorder::add(const event::Exchange& shuffle) {
  const event::LaneValue& first = shuffle.offers[static_cast<unsigned>(std::countr_zero(shuffle.lanes))];
  if (first.source < 0 || trace_.left_out > 0 || trace_.exchanges.size() == most_requests_) return;
  TracedExchange& traced = trace_.exchanges.emplace_back();
  traced.launch = trace_.launches.size() - 1;
  traced.warp = warp_of(shuffle.first);
  traced.requests_before = trace_.requests.size();
  for_each_lane(shuffle.lanes, [&](unsigned lane) {
    traced.sources.emplace_back(lane, static_cast<unsigned>(shuffle.offers[lane].source));
  });
  add_line(first.site, traced);
}

std::optional<TracedPlace> TraceRecorder::place_of(const ArrayByte& byte) const {
  const auto found = array_at_.find({byte.space, byte.array});
  if (found == array_at_.end()) return std::nullopt;
  return TracedPlace{found->second, byte.offset};
}

}  // namespace ladder::emulator
