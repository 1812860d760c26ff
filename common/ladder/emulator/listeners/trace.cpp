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
  const CodePlace line = source_line(request.site);
  const auto& [address, active, bytes, operation, atomic] = request.access;
  trace_.requests.push_back({{line.file, line.line, request.space, operation, bytes},
                             trace_.launches.size() - 1,
                             seen.warp,
                             seen.barriers,
                             atomic,
                             cost_of(request),
                             {},
                             {}});
  TracedRequest& traced = trace_.requests.back();
  for_each_lane(request.access.active,
                [&](unsigned lane) { traced.lanes.push_back(traced_lane(request, lane, shared)); });
  for_each_lane(request.stopped, [&](unsigned lane) { traced.stopped.push_back(stopped_lane(request, lane, shared)); });
}

void TraceRecorder::add(const event::Exchange& shuffle) {
  const event::LaneValue& first = shuffle.offers[static_cast<unsigned>(std::countr_zero(shuffle.lanes))];
  if (first.source < 0 || trace_.left_out > 0 || trace_.exchanges.size() == most_requests_) return;
  const CodePlace line = source_line(first.site);
  trace_.exchanges.push_back(
      {trace_.launches.size() - 1, warp_of(shuffle.first), trace_.requests.size(), line.file, line.line, {}});
  TracedExchange& traced = trace_.exchanges.back();
  for_each_lane(shuffle.lanes, [&](unsigned lane) {
    traced.sources.emplace_back(lane, static_cast<unsigned>(shuffle.offers[lane].source));
  });
}

std::optional<TracedPlace> TraceRecorder::place_of(const ArrayByte& byte) const {
  const auto found = array_at_.find({byte.space, byte.array});
  if (found == array_at_.end()) return std::nullopt;
  return TracedPlace{found->second, byte.offset};
}

}  // namespace ladder::emulator
