// What a kernel can do wrong on any GPU, as found in one launch.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/emulator/warp_trace.hpp"
#include "ladder/engine/observation.hpp"

namespace ladder::emulator {

enum class HazardKind : std::uint8_t {
  race,                // two threads, one element, one of them writes, and nothing says who comes first
  written_twice,       // two threads write one element of global memory
  out_of_bounds,       // about to touch what no buffer or array holds
  misaligned,          // about to touch what does not start at a multiple of its width
  uninitialized_read,  // of what nothing wrote
  absent_lane,         // a shuffle from a lane, or by one, that takes no part in it
  divergent_exchange,  // a shuffle, vote or __syncwarp() in which not all lanes of the mask take part
  divergent_barrier,   // a barrier that some threads of the block do not reach
  kinds                // how many there are
};
inline constexpr std::size_t hazard_kinds = static_cast<std::size_t>(HazardKind::kinds);

// All there is to say of a kind. The words and the advice are patterns for fmt: what stands in braces is listed in
// hazard_words.cpp.
struct HazardRow {
  HazardKind kind;
  std::uint64_t Hazards::*counted_as;
  bool collision;  // of two threads, on one element
  const char* words;
  const char* advice = "";
};

inline constexpr std::array<HazardRow, hazard_kinds> hazard_table{{
    {HazardKind::race, &Hazards::races, true, "race on {subject}: {who} {does} it here, {whom} {other_does} it{there}",
     "; {missing_between}"},
    {HazardKind::written_twice, &Hazards::races, true, "written twice: {subject}, by {who} here and by {whom}",
     "; {missing_between}"},
    {HazardKind::out_of_bounds, &Hazards::out_of_bounds, false, "out of bounds: {who} {does} {subject}; {remark}"},
    {HazardKind::misaligned, &Hazards::out_of_bounds, false,
     "misaligned: {who} {does} {remark} at {subject}, which does not start at a multiple of them"},
    {HazardKind::uninitialized_read, &Hazards::uninitialized_reads, false,
     "uninitialized read: {who} reads {subject}, which nothing wrote"},
    {HazardKind::absent_lane, &Hazards::uninitialized_reads, false,
     "absent lane: {who} calls {subject}, which is {remark}"},
    {HazardKind::divergent_exchange, &Hazards::divergent_barriers, false,
     "divergent exchange: {who} calls {subject}; {whom} {remark}{there}",
     "; all lanes of a mask have to meet in one call, with that mask"},
    {HazardKind::divergent_barrier, &Hazards::divergent_barriers, false,
     "divergent barrier: {subject} of block {block} wait here; {whom} {remark}{there}"},
}};

constexpr const HazardRow& row_of(HazardKind kind) { return hazard_table[static_cast<std::size_t>(kind)]; }

static_assert(
    [] {
      for (std::size_t kind = 0; kind < hazard_kinds; ++kind) {
        const HazardRow& row = hazard_table[kind];
        if (row.kind != HazardKind{static_cast<std::uint8_t>(kind)} || row.counted_as == nullptr ||
            row.words == nullptr) {
          return false;
        }
      }
      return true;
    }(),
    "hazard_table has one row for each HazardKind, in their order");

// A thread of the grid, and the instruction where it was seen.
struct Actor {
  std::uint64_t block = 0;  // linear index in the grid
  unsigned thread = 0;      // linear index in the block
  Site site = 0;            // 0: not known
  Access operation = Access::load;
};

// How far apart two threads are.
enum class Distance { one_warp, one_block, two_blocks };
inline Distance distance(const Actor& a, const Actor& b) {
  if (a.block != b.block) return Distance::two_blocks;
  return warp_of(a.thread) == warp_of(b.thread) ? Distance::one_warp : Distance::one_block;
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

  // How many of each kind, under the names that a report has for them.
  Hazards totals() const;
  const std::vector<Hazard>& kept() const { return kept_; }
  void merge(const HazardLog& other);

 private:
  std::array<std::uint64_t, hazard_kinds> counts_{};
  std::vector<Hazard> kept_;
};

}  // namespace ladder::emulator
