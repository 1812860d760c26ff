// From the steps of a warp's lanes to its requests, which the listeners are told.
#include <algorithm>
#include <array>

#include "ladder/emulator/block/accesses.hpp"
#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

LaneMask Accesses::tell_requests(unsigned first, LaneMask unfinished, bool others, std::uint32_t barriers) {
  const unsigned warp = warp_of(first);
  LaneMask met = 0;
  listeners_.tell(event::RequestsBegin{warp, std::exchange(unfinished_warp_, no_warp) == warp});
  trace_.drain(unfinished, others, [&](const Request& request) {
    if (is_active_mask(request)) {
      met = request.access.active;
      listeners_.tell(event::ActiveMask{});
    } else if (is_next_iteration(request)) {
      listeners_.tell(event::LoopIterates{request, warp, loops_of_kernels_.by_one(request.site)});
    } else {
      tell_request(request, warp, barriers);
    }
  });
  if (unfinished != 0) unfinished_warp_ = warp;
  listeners_.tell(event::RequestsEnd{warp, unfinished != 0});
  return met;
}

void Accesses::tell_request(const Request& request, unsigned warp, std::uint32_t barriers) {
  const bool is_atomic = request.access.operation == Access::atomic;
  if (const auto known = is_atomic ? atomics_.find(request.site) : atomics_.end(); known != atomics_.end()) {
    if (request.access.atomic != known->second) {
      Request executed = request;
      executed.access.atomic = known->second;
      return tell_request(executed, warp, barriers);
    }
  }
  if (request.access.active == 0) return listeners_.tell(event::StoppedRequest{{request, warp, barriers}});
  const int cost = is_atomic ? 0 : cost_of(request), wavefronts = is_atomic ? 0 : wavefronts_of(request, cost);
  const bool is_volatile = volatile_sites_.contains(request.site);
  listeners_.tell(event::Request{{request, warp, barriers},
                                 is_volatile,
                                 is_volatile && copy_sites_.contains(request.site),
                                 request.space == Space::global ? touch_sectors(request) : event::NewSectors{},
                                 sites_.counters_of(request),
                                 cost,
                                 wavefronts});
}

// The lanes of a request are mostly in one buffer, and several of them in one sector.
event::NewSectors Accesses::touch_sectors(const Request& request) {
  constexpr auto sector_bytes = static_cast<std::uintptr_t>(memory_model::architecture.sector_bytes);
  constexpr auto line_bytes = static_cast<std::uintptr_t>(memory_model::architecture.line_bytes);
  const bool load = request.access.operation == Access::load;
  const auto touch = [&](const Buffer& buffer, std::uintptr_t first, std::uintptr_t last) {
    return (load ? buffer.loaded : buffer.stored).touch(first, last);
  };
  if (memory_model::side_by_side(request.access)) {  // the common case, quickly
    const std::uintptr_t first = request.access.address[0];
    const int bytes = static_cast<int>(warp_lanes) * request.access.bytes;
    const Buffer* const buffer = buffers_.find(first, bytes);
    if (buffer != nullptr) {
      const std::uintptr_t last = first + static_cast<std::uintptr_t>(bytes) - 1;
      const unsigned sectors = touch(*buffer, first, last);
      return {sectors, std::min<std::uint64_t>(sectors, last / line_bytes - first / line_bytes + 1), buffer};
    }
  }
  event::NewSectors found;
  std::array<std::uintptr_t, warp_lanes> lines;
  std::uintptr_t before = 0;
  const Buffer*& buffer = found.buffer;
  for_each_lane(request.access.active, [&](unsigned lane) {
    const std::uintptr_t address = request.access.address[lane];
    if (address / sector_bytes == before) return;
    before = address / sector_bytes;
    if (buffer == nullptr || !buffer->contains(address, request.access.bytes)) {
      buffer = buffers_.recent(address, request.access.bytes);
      if (buffer == nullptr) buffer = buffers_.find(address, request.access.bytes);
    }
    if (touch(*buffer, address, address) == 0) return;
    ++found.sectors;
    const auto end = lines.begin() + static_cast<std::ptrdiff_t>(found.lines);
    if (std::find(lines.begin(), end, address / line_bytes) == end) lines[found.lines++] = address / line_bytes;
  });
  return found;
}

}  // namespace ladder::emulator
