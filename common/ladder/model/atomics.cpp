#include "ladder/model/atomics.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>

// Few kernels have atomics, and few requests are atomics: these functions are as plain as the rules.

namespace memory_model {
namespace {

constexpr int wavefronts_of_a_swap = 2;

template <typename Visit>
void for_each_active_lane(const WarpAccess& access, const Visit& visit) {
  for (std::uint32_t left = access.active; left != 0; left &= left - 1) visit(__builtin_ctz(left));
}

// A bank, and the group of lanes that it serves at once.
struct Place {
  int group;
  std::uint64_t bank;
  auto operator<=>(const Place&) const = default;
};

Place place_of(int lane, const WarpAccess& access) {
  const int bytes = std::max(access.bytes, architecture.bank_bytes);
  const int together = architecture.banks * architecture.bank_bytes / bytes;
  return {lane / together, access.address[lane] / static_cast<unsigned>(bytes) % static_cast<unsigned>(together)};
}

// Over the groups of lanes, the most lanes of a bank.
int turns(const WarpAccess& access) {
  std::map<Place, int> lanes;
  for_each_active_lane(access, [&](int lane) { ++lanes[place_of(lane, access)]; });
  std::map<int, int> most;
  for (const auto& [place, count] : lanes) most[place.group] = std::max(most[place.group], count);
  int sum = 0;
  for (const auto& [group, count] : most) sum += count;
  return sum;
}

// The lanes that swap in an iteration of a loop.
std::uint32_t first_of_each_bank(const WarpAccess& access) {
  std::set<Place> places;
  std::set<std::uint64_t> elements;
  std::uint32_t first = 0;
  for_each_active_lane(access, [&](int lane) {
    if (places.contains(place_of(lane, access)) || elements.contains(access.address[lane])) return;
    places.insert(place_of(lane, access));
    elements.insert(access.address[lane]);
    first |= 1u << lane;
  });
  return first;
}

int groups_of(const WarpAccess& access) {
  std::set<int> groups;
  for_each_active_lane(access, [&](int lane) { groups.insert(place_of(lane, access).group); });
  return static_cast<int>(groups.size());
}

}  // namespace

int global_atomic_sectors(const WarpAccess& access) {
  std::map<std::uint64_t, int> lanes_of_element, most_of_sector;
  for_each_active_lane(access, [&](int lane) { ++lanes_of_element[access.address[lane]]; });
  for (const auto& [address, lanes] : lanes_of_element) {
    int& most = most_of_sector[address / static_cast<unsigned>(architecture.sector_bytes)];
    most = std::max(most, lanes);
  }
  int sum = 0;
  for (const auto& [sector, lanes] : most_of_sector) sum += lanes;
  return sum;
}

SharedAtomicCost shared_atomic_cost(const WarpAccess& access) {
  if (access.atomic == SharedAtomic::native) return {1, turns(access), 0, 0};
  if (access.atomic == SharedAtomic::compare_and_swap) return {1, wavefronts_of_a_swap * turns(access), 0, 0};
  SharedAtomicCost cost;
  WarpAccess left = access;
  left.operation = Access::load;
  while (left.active != 0) {
    ++cost.loads;
    cost.load_wavefronts += shared_wavefronts(left);
    ++cost.atomics;
    cost.atomic_wavefronts += wavefronts_of_a_swap * groups_of(left);
    left.active &= ~first_of_each_bank(left);
  }
  return cost;
}

int transactions(const WarpAccess& access, Space space) {
  const bool global = space == Space::global;
  if (access.operation != Access::atomic) return global ? global_sectors(access) : shared_wavefronts(access);
  if (global) return global_atomic_sectors(access);
  const SharedAtomicCost cost = shared_atomic_cost(access);
  return cost.atomic_wavefronts + cost.load_wavefronts;
}

int least_transactions(const WarpAccess& access, Space space) {
  const int cost = transactions(access, space);
  if (access.operation != Access::atomic) return std::min(cost, transactions_side_by_side(access, space));
  WarpAccess packed = access;
  packed.active = 0;
  for_each_active_lane(access, [&](int) {
    const int lane = std::popcount(packed.active);
    packed.address[lane] = static_cast<unsigned>(lane * access.bytes);
    packed.active |= 1u << lane;
  });
  return std::min(cost, transactions(packed, space));
}

}  // namespace memory_model
