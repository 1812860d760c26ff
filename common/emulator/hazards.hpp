// What a kernel can do wrong on any GPU, as found in one launch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ladder::emulator {

enum class HazardKind : std::uint8_t { race, out_of_bounds, uninitialized_read, divergent_barrier };

// A thread of the grid, and the instruction (return address of the callback) where it was seen.
struct Actor {
  std::uint64_t block = 0;  // linear index in the grid
  unsigned thread = 0;      // linear index in the block
  std::uintptr_t site = 0;
};

struct Hazard {
  HazardKind kind;
  Actor actor;
  Actor other;          // the thread that it collides with; site 0: nobody
  std::string subject;  // what was accessed, in words
};

// Counts every hazard and keeps the first few of each kind, for the report.
class HazardLog {
 public:
  static constexpr std::size_t most_kept = 4;  // of each kind

  // True where there is room: the caller then describes it with keep().
  bool count(HazardKind kind) { return ++counts_[static_cast<int>(kind)] <= most_kept; }
  void keep(Hazard hazard) { kept_.push_back(std::move(hazard)); }

  std::uint64_t count_of(HazardKind kind) const { return counts_[static_cast<int>(kind)]; }
  const std::vector<Hazard>& kept() const { return kept_; }
  void merge(const HazardLog& other);

 private:
  std::uint64_t counts_[4] = {};
  std::vector<Hazard> kept_;
};

}  // namespace ladder::emulator
