#include "ladder/engine/emulator/requests/atomic_turns.hpp"

#include <algorithm>

#include "ladder/model/atomics.hpp"

namespace ladder::emulator {

void AtomicTurns::clear() {
  sectors_ = 0;
  of_element_.clear();
}

void AtomicTurns::add(const Request& atomic) {
  const bool lane_by_lane = atomic.access.atomic != SharedAtomic::native;
  sectors_ += static_cast<std::uint64_t>(lane_by_lane ? memory_model::global_atomic_sectors(atomic.access)
                                                      : memory_model::global_sectors(atomic.access));
  std::unordered_map<std::uint64_t, std::uint64_t> lanes;
  for_each_lane(atomic.access.active, [&](unsigned lane) { ++lanes[atomic.access.address[lane]]; });
  for (const auto& [element, count] : lanes) of_element_[element] += lane_by_lane ? count : 1;
}

void AtomicTurns::add(const AtomicTurns& other) {
  sectors_ += other.sectors_;
  for (const auto& [element, turns] : other.of_element_) of_element_[element] += turns;
}

std::uint64_t AtomicTurns::most() const {
  std::uint64_t most = 0;
  for (const auto& [element, turns] : of_element_) most = std::max(most, turns);
  return most;
}

}  // namespace ladder::emulator
