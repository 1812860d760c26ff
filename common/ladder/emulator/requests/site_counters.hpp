// What the requests of each instruction cost.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "ladder/emulator/requests/warp_trace.hpp"
#include "ladder/engine/observation.hpp"
#include "ladder/model/memory_model.hpp"

namespace ladder::emulator {

// Sectors (global) or wavefronts (shared), those of a loop's loads included.
int cost_of(const Request& request);
// Of a request that costs that: wavefronts of shared memory, and of global loads in the L1 cache.
int wavefronts_of(const Request& request, int cost);

// Where the requests of a site lie, as far as it decides whether nvcc may merge them with their neighbours.
class Neighbours {
 public:
  // nvcc has to know that the addresses are aligned: so those with which the site begins, after a barrier or in another
  // warp, have to be alike in their last bits. Calls with the same number are of one beginning.
  void begin(std::uint64_t number, std::uintptr_t address, bool lanes_apart) {
    lanes_apart_ = lanes_apart_ || lanes_apart;
    if (number == newest_) return;
    if (newest_ == 0) first_ = address;
    newest_ = number;
    differing_bits_ |= address ^ first_;
  }
  void note_many_iterations() { many_iterations_ = true; }
  // The address that it begins with is counted from elsewhere.
  void count_from(const auto& offset_of) {
    if (newest_ != 0) first_ = offset_of(first_);
  }

  // How wide accesses their addresses allow, in bytes: 0, 8 or 16.
  int aligned_to() const { return differing_bits_ % 8 != 0 ? 0 : differing_bits_ % 16 != 0 ? 8 : 16; }
  // How wide nvcc may make them. Of four iterations of a loop it begins in the middle, and reckons with no more than
  // the alignment of two of them; but for an address that is the same for all threads.
  int widest() const {
    const bool is_constant = differing_bits_ == 0 && !lanes_apart_;
    return many_iterations_ && !is_constant ? std::min(aligned_to(), 8) : aligned_to();
  }

  void add(const Neighbours& other) {
    if (other.newest_ == 0) return;
    if (newest_ == 0) first_ = other.first_;
    newest_ = other.newest_;
    differing_bits_ |= other.differing_bits_ | (first_ ^ other.first_);
    lanes_apart_ = lanes_apart_ || other.lanes_apart_;
    many_iterations_ = many_iterations_ || other.many_iterations_;
  }

 private:
  std::uint64_t newest_ = 0;           // number of the beginning
  std::uintptr_t first_ = 0;           // the address there
  std::uintptr_t differing_bits_ = 0;  // of addresses at others
  bool lanes_apart_ = false;           // the lanes of a request have different addresses
  bool many_iterations_ = false;       // neighbours lie more than two iterations of a loop apart
};

// What is added to a site's counters: to the one whose request comes first all that is merged, to others less than
// nothing.
struct MergedCounts {
  std::int64_t requests = 0, transactions = 0;
  int bytes = 0;  // of the widest access; 0: nothing is merged

  void add(const MergedCounts& other) {
    requests += other.requests;
    transactions += other.transactions;
    bytes = std::max(bytes, other.bytes);
  }
};

// Requests for parts of the same 16 bytes, at most one for each word: step codes in their order, 0 behind the last. Of
// each, with accesses of at most 8, and of at most 16 bytes.
inline constexpr std::size_t most_merged = 4;
struct MergedSteps {
  std::array<MergedCounts, most_merged> pairs, fours;
};
using Merges = std::map<std::array<StepCode, most_merged>, MergedSteps>;

// What is to be added to the counters of the arm that comes first, which then has the lanes of both, and to those of
// the other, which has less.
struct JoinedArms {
  MergedCounts first, other;

  void add(const JoinedArms& more) {
    first.add(more.first);
    other.add(more.other);
  }
};
using AllJoinedArms = std::map<std::pair<StepCode, StepCode>, JoinedArms>;

// The requests of one instruction to one kind of memory, by one operation of one width.
struct SiteCounters : RequestCosts {
  Site site = 0;
  Space space = Space::global;
  Access operation = Access::load;
  int bytes = 0;
  std::uint64_t scattered_sectors = 0;  // of the partial ones: those that lanes store to lines of their own
  LineCounters::Repeated repeated;      // see ReusedLoads
  Neighbours neighbours;

  // So many requests, transactions and wavefronts came of the request: one request, but where it is a loop.
  void add(const Request& request, int of_it, int cost, int wavefronts);
  void note_repeated(int cost) {
    ++repeated.requests;
    repeated.transactions += static_cast<std::uint64_t>(cost);
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
    counters_of(request).add(request, 1, cost_of(request), 0);
  }
  // Of any other request: they are to be told of it. They stay where they are until clear().
  SiteCounters& counters_of(const Request& request) { return counters_[step_code(request)]; }
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
    counters_.at(code).wavefronts_kept_by_compiler += static_cast<std::uint64_t>(warps);
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
