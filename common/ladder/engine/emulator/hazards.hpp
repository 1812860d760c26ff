// What a kernel can do wrong on any GPU, as found in one launch.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/warp_trace.hpp"

namespace ladder::emulator {

enum class HazardKind : std::uint8_t {
  race,                // two threads, one element, one of them writes, and nothing says who comes first
  written_twice,       // two threads write one element of global memory
  out_of_bounds,       // about to touch what no buffer or array holds
  misaligned,          // about to touch what does not start at a multiple of its width
  uninitialized_read,  // of what nothing wrote
  absent_lane,         // a shuffle from a lane that takes no part in it
  divergent_barrier,   // a barrier that some threads of the block do not reach
};
inline constexpr std::size_t hazard_kinds = 7;

// A thread of the grid, and the instruction where it was seen.
struct Actor {
  std::uint64_t block = 0;  // linear index in the grid
  unsigned thread = 0;      // linear index in the block
  Site site = 0;            // 0: not known
  Operation operation = Operation::load;
};

// How far apart two threads are.
enum class Distance { one_warp, one_block, two_blocks };
inline Distance distance(const Actor& a, const Actor& b) {
  if (a.block != b.block) return Distance::two_blocks;
  return a.thread / 32 == b.thread / 32 ? Distance::one_warp : Distance::one_block;
}

struct Hazard {
  HazardKind kind;
  Actor actor;
  Actor other;          // whom it collides with or waits for, where there is somebody
  std::string subject;  // the element, "shared tile[3][4]"; for a barrier, who waits
  std::string remark;   // what else there is to say of it
};

// Counts every hazard and keeps the first few of each kind, for the report.
class HazardLog {
 public:
  static constexpr std::size_t most_kept = 2;  // of each kind

  // True where there is room: the caller then describes it with keep().
  bool count(HazardKind kind);
  // The same for a collision of two threads. Of those between the same two instructions the one of threads that are
  // farther apart (in one warp, in one block, in two blocks) takes the place of the others: it says what is missing.
  bool count(HazardKind kind, const Actor& actor, const Actor& other);
  void keep(Hazard hazard) { kept_.push_back(std::move(hazard)); }

  std::uint64_t count_of(HazardKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  const std::vector<Hazard>& kept() const { return kept_; }
  void merge(const HazardLog& other);

 private:
  std::uint64_t& counter(HazardKind kind) { return counts_[static_cast<std::size_t>(kind)]; }

  std::array<std::uint64_t, hazard_kinds> counts_{};
  std::vector<Hazard> kept_;
};

}  // namespace ladder::emulator
