#include "ladder/emulator/listeners/counters.hpp"

#include <algorithm>
#include <bit>

#include "ladder/model/atomics.hpp"

namespace ladder::emulator {

void RequestCounters::on(const event::Request& seen) {
  const Request& request = seen.request;
  const Access operation = request.access.operation;
  is_idle_ = false;
  (operation == Access::load ? traffic_.loaded_sectors : traffic_.stored_sectors) += seen.new_sectors.sectors;
  if (operation == Access::load) traffic_.loaded_lines += seen.new_sectors.lines;
  const bool global = request.space == Space::global;
  if (global) {
    const int bytes = std::popcount(request.access.active) * request.access.bytes;
    (operation == Access::load ? traffic_.asked_to_load : traffic_.asked_to_store) += static_cast<unsigned>(bytes);
  }
  if (has_remote_ && global) traffic_.remote.add(request);
  if (global && operation == Access::store) {
    add_partial(partial_.add(request.access));
    newest_store_ = request;
  }
  if (operation != Access::atomic) return seen.counters.add(request, 1, seen.cost, seen.wavefronts);
  if (global) traffic_.atomics.add(request);
  context_.sites.add_atomic(request);
}

void AtomicTurns::add(const Request& atomic) {
  const bool lane_by_lane = atomic.access.atomic != SharedAtomic::native;
  sectors += static_cast<std::uint64_t>(lane_by_lane ? memory_model::global_atomic_sectors(atomic.access)
                                                     : memory_model::global_sectors(atomic.access));
  std::unordered_map<std::uint64_t, std::uint64_t> lanes;
  for_each_lane(atomic.access.active, [&](unsigned lane) { ++lanes[atomic.access.address[lane]]; });
  for (const auto& [element, count] : lanes) of_element[element] += lane_by_lane ? count : 1;
}

void AtomicTurns::add(const AtomicTurns& other) {
  sectors += other.sectors;
  for (const auto& [element, turns] : other.of_element) of_element[element] += turns;
}

std::uint64_t AtomicTurns::most() const {
  std::uint64_t most = 0;
  for (const auto& [element, turns] : of_element) most = std::max(most, turns);
  return most;
}

void RemoteSectors::add(const Request& request) {
  std::map<int, LaneMask> lanes;  // by the device whose memory they ask for
  for_each_lane(request.access.active, [&](unsigned lane) {
    const auto bytes = static_cast<std::size_t>(request.access.bytes);
    const Buffer* const buffer = GlobalMemory::instance().find(request.access.address[lane], bytes);
    if (buffer != nullptr && buffer->remote.device != Remote::none) lanes[buffer->remote.device] |= mask_of(lane);
  });
  for (const auto& [device, active] : lanes) {
    memory_model::WarpAccess access = request.access;
    access.active = active;
    Sectors& sums = by_device[device];
    (access.operation == Access::load ? sums.loaded : sums.stored) +=
        static_cast<std::uint64_t>(memory_model::global_sectors(access));
  }
}

void RemoteSectors::add(const RemoteSectors& others) {
  for (const auto& [device, more] : others.by_device) {
    Sectors& sums = by_device[device];
    sums.loaded += more.loaded;
    sums.stored += more.stored;
  }
}

}  // namespace ladder::emulator
