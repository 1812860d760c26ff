// How the counts change if nvcc merges neighbouring accesses.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "ladder/engine/emulator/requests/warp_trace.hpp"

namespace ladder::emulator {

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

class Merges {
 public:
  // Requests for parts of the same 16 bytes, at most one for each word; step codes in their order, 0 behind the last.
  static constexpr std::size_t most_members = 4;
  using Members = std::array<StepCode, most_members>;
  // Of each member, with accesses of at most 8, and of at most 16 bytes.
  struct Counts {
    std::array<MergedCounts, most_members> pairs, fours;
  };

  Counts& operator[](const Members& members) { return all_[members]; }
  const std::map<Members, Counts>& all() const { return all_; }
  void add(const Merges& other);

 private:
  std::map<Members, Counts> all_;
};

}  // namespace ladder::emulator
