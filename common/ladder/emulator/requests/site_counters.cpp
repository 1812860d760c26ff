#include "ladder/emulator/requests/site_counters.hpp"

#include "ladder/emulator/memory/shared_memory.hpp"
#include "ladder/model/atomics.hpp"

namespace ladder::emulator {
namespace {

// The least that a request of so many lanes of that width costs; a compare-and-swap takes twice as many wavefronts.
int least_cost_of(const Request& request, int cost) {
  const bool swap = request.access.operation == Access::atomic && request.access.atomic != SharedAtomic::native;
  return std::min(cost, memory_model::transactions_side_by_side(request.access, request.space) * (swap ? 2 : 1));
}

}  // namespace

int cost_of(const Request& request) { return memory_model::transactions(request.access, request.space); }

int wavefronts_of(const Request& request, int cost) {
  if (request.space == Space::shared) return cost;
  return request.access.operation == Access::load ? memory_model::load_wavefronts(request.access) : 0;
}

void Sites::add_shared_atomic(const Request& request) {
  const memory_model::SharedAtomicCost cost = memory_model::shared_atomic_cost(request.access);
  counters_of(request).add(request, cost.atomics, cost.atomic_wavefronts, cost.atomic_wavefronts);
  if (cost.loads == 0) return;
  Request load = request;
  load.access.operation = Access::load;
  counters_of(load).add(load, cost.loads, cost.load_wavefronts, cost.load_wavefronts);
}

void SiteCounters::add(const Request& request, int of_it, int cost, int wavefronts) {
  site = request.site;
  space = request.space;
  operation = request.access.operation;
  bytes = request.access.bytes;
  requests += static_cast<std::uint64_t>(of_it);
  transactions += static_cast<std::uint64_t>(cost);
  least_transactions += static_cast<std::uint64_t>(least_cost_of(request, cost));
  if (cost > worst_transactions) {
    worst_transactions = cost;
    worst_request = request.access;
  }
  wavefronts_kept_by_compiler += static_cast<std::uint64_t>(wavefronts);
}

void SiteCounters::add(const SiteCounters& other) {
  site = other.site;
  space = other.space;
  operation = other.operation;
  bytes = other.bytes;
  requests += other.requests;
  transactions += other.transactions;
  least_transactions += other.least_transactions;
  wavefronts_kept_by_compiler += other.wavefronts_kept_by_compiler;
  partial_sectors += other.partial_sectors;
  scattered_sectors += other.scattered_sectors;
  repeated.requests += other.repeated.requests;
  repeated.transactions += other.repeated.transactions;
  neighbours.add(other.neighbours);
  if (other.worst_transactions > worst_transactions) {
    worst_transactions = other.worst_transactions;
    worst_request = other.worst_request;
  }
}

void Sites::count_from_arrays(const SharedMemory& shared) {
  for (auto& [key, site] : counters_) {
    if (site.space != Space::shared) continue;
    memory_model::WarpAccess& worst = site.worst_request;
    for_each_lane(worst.active,
                  [&](unsigned lane) { worst.address[lane] = shared.offset_in_array(worst.address[lane]); });
    site.neighbours.count_from([&](std::uintptr_t address) { return shared.offset_in_array(address); });
  }
}

void Sites::add(const Sites& other) {
  for (const auto& [key, site] : other.counters_) counters_[key].add(site);
  for (const auto& [steps, merged] : other.merges_) {
    MergedSteps& sum = merges_[steps];
    for (std::size_t i = 0; i < most_merged; ++i) {
      sum.pairs[i].add(merged.pairs[i]);
      sum.fours[i].add(merged.fours[i]);
    }
  }
  for (const auto& [sites, joined] : other.joined_arms_) joined_arms_[sites].add(joined);
}

// Requests of several sites become as wide as all of these allow.
std::map<StepCode, MergedCounts> Sites::merged(const std::map<StepCode, int>& made) const {
  const auto widest_of = [&](StepCode code) {
    const Neighbours& neighbours = counters_.at(code).neighbours;
    const auto found = made.find(code);
    return found == made.end()  ? neighbours.widest()
           : found->second == 0 ? neighbours.aligned_to()
                                : std::min(neighbours.aligned_to(), found->second);
  };
  std::map<StepCode, MergedCounts> result;
  for (const auto& [members, counts] : merges_) {
    int widest = 16;
    for (const StepCode code : members) {
      if (code != 0) widest = std::min(widest, widest_of(code));
    }
    if (widest < 8) continue;
    const auto& added = widest == 8 ? counts.pairs : counts.fours;
    for (std::size_t i = 0; i < members.size() && members[i] != 0; ++i) result[members[i]].add(added[i]);
  }
  return result;
}

}  // namespace ladder::emulator
