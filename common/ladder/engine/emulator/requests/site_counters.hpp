// What the requests of each instruction cost.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "ladder/engine/emulator/requests/arms.hpp"
#include "ladder/engine/emulator/requests/merges.hpp"
#include "ladder/engine/emulator/requests/neighbours.hpp"
#include "ladder/engine/emulator/requests/warp_trace.hpp"
#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

// Sectors (global) or wavefronts (shared), those of a loop's loads included.
int cost_of(const Request& request);

// The requests of one instruction to one kind of memory, by one operation of one width.
struct SiteCounters {
  Site site = 0;
  Space space = Space::global;
  Access operation = Access::load;
  int bytes = 0;
  std::uint64_t requests = 0;
  std::uint64_t transactions = 0;            // sectors (global) or wavefronts (shared)
  std::uint64_t least_transactions = 0;      // that the same lanes could cost, side by side
  int worst_transactions = 0;                // of one request
  memory_model::WarpAccess worst_request{};  // which then cost that
  std::uint64_t kept_wavefronts = 0;         // of shared memory, and of global loads in the L1 cache, but saved ones
  std::uint64_t partial_sectors = 0;         // of global stores: PartialSectors
  std::uint64_t scattered_sectors = 0;       // those of them that lanes store to lines of their own
  std::uint64_t repeated_requests = 0, repeated_transactions = 0;  // of loads: see ReusedLoads
  Neighbours neighbours;

  // So many requests and transactions came of the request: one, but where it is a loop. Returns its wavefronts, none of
  // them saved.
  int add(const Request& request, int of_it, int cost);
  void note_repeated(int cost) {
    ++repeated_requests;
    repeated_transactions += static_cast<std::uint64_t>(cost);
  }
  void add(const SiteCounters& other);
};

class SharedMemory;

class Sites {
 public:
  void clear() {
    counters_.clear();
    merges_ = {};
    joined_arms_.clear();
  }
  void add_atomic(const Request& request) {
    if (request.space == Space::shared) return add_shared_atomic(request);
    counters_of(request).add(request, 1, cost_of(request));
  }
  // Of any other request: they are to be told of it. They stay where they are until clear().
  SiteCounters& counters_of(const Request& request) {
    return counters_[step_code(request.site, request.space, request.access.kind, request.access.bytes)];
  }
  // Sectors that this store, and those that go on from it, leave incomplete. Those that share a line pass together, too
  // fast to limit anything, and do not count.
  void add_partial_sectors(const Request& request, int sectors) {
    const int lines = memory_model::global_lines(request.access);
    if (sectors > lines) return;
    SiteCounters& site = counters_of(request);
    site.partial_sectors += static_cast<std::uint64_t>(sectors);
    if (sectors == memory_model::architecture.warp_lanes) site.scattered_sectors += static_cast<std::uint64_t>(sectors);
  }
  // At a site that has requests: so many warps issued it with no lane left. A bound has them, the counters do not.
  void add_skipped(StepCode code, int warps) {
    counters_.at(code).kept_wavefronts += static_cast<std::uint64_t>(warps);
  }
  void add(const Sites& other);

  // Shared addresses become offsets in their arrays, which on a GPU begin with bank 0, wherever they lie here.
  void count_from_arrays(const SharedMemory& shared);

  const std::unordered_map<StepCode, SiteCounters>& counters() const { return counters_; }
  Merges& merges() { return merges_; }
  AllJoinedArms& joined_arms() { return joined_arms_; }
  const AllJoinedArms& joined_arms() const { return joined_arms_; }
  // What is to be added to the counters of each site if nvcc merges all that it may; of these sites, into accesses of
  // so many bytes as it made, as far as it made any there.
  std::map<StepCode, MergedCounts> merged(const std::map<StepCode, int>& made = {}) const;

 private:
  void add_shared_atomic(const Request& request);

  std::unordered_map<StepCode, SiteCounters> counters_;
  Merges merges_;
  AllJoinedArms joined_arms_;
};

}  // namespace ladder::emulator
