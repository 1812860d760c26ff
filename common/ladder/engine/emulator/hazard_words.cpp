#include "ladder/engine/emulator/hazard_words.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "ladder/engine/emulator/executable/source_lines.hpp"

namespace ladder::emulator {
namespace {

const char* verb(const Actor& actor) {
  switch (actor.operation) {
    case Operation::load: return "reads";
    case Operation::store: return "writes";
    default: return "updates";
  }
}

// What would have to be different for the two threads not to collide.
const char* missing_between(const Hazard& hazard) {
  switch (distance(hazard.actor, hazard.other)) {
    case Distance::one_warp: return "a __syncwarp() is missing between them";
    case Distance::one_block: return "a __syncthreads() is missing between them";
    default: return "blocks run in any order: one of them alone may write it";
  }
}

}  // namespace

std::string index_in(const dim3& size, std::uint64_t linear) {
  const std::uint64_t x = linear % size.x, y = linear / size.x % size.y, z = linear / size.x / size.y;
  return size.z == 1 ? fmt::format("({}, {})", x, y) : fmt::format("({}, {}, {})", x, y, z);
}

std::string place(Site site) {
  const SourceLine line = source_lines({site}).front();
  return line.file.empty() ? "a line that is not known" : fmt::format("{}:{}", line.file, line.line);
}

std::string in_words(const Hazard& hazard, const dim3& grid, const dim3& block) {
  const Actor& actor = hazard.actor;
  const Actor& other = hazard.other;
  const std::string who =
      fmt::format("thread {} of block {}", index_in(block, actor.thread), index_in(grid, actor.block));
  const std::string whom =
      actor.block == other.block
          ? fmt::format("thread {}", index_in(block, other.thread))
          : fmt::format("thread {} of block {}", index_in(block, other.thread), index_in(grid, other.block));
  const std::string there = other.site == 0 ? "" : fmt::format(" at {}", place(other.site));
  const std::string here = place(actor.site) + ": ";
  switch (hazard.kind) {
    case HazardKind::race:
      return fmt::format("{}race on {}: {} {} it here, {} {} it{}; {}", here, hazard.subject, who, verb(actor), whom,
                         verb(other), there, missing_between(hazard));
    case HazardKind::written_twice:
      return fmt::format("{}written twice: {}, by {} here and by {}; {}", here, hazard.subject, who, whom,
                         missing_between(hazard));
    case HazardKind::out_of_bounds:
      return fmt::format("{}out of bounds: {} {} {}; {}", here, who, verb(actor), hazard.subject, hazard.remark);
    case HazardKind::misaligned:
      return fmt::format("{}misaligned: {} {} {} at {}, which does not start at a multiple of them", here, who,
                         verb(actor), hazard.remark, hazard.subject);
    case HazardKind::uninitialized_read:
      return fmt::format("{}uninitialized read: {} reads {}, which nothing wrote", here, who, hazard.subject);
    case HazardKind::absent_lane:
      return fmt::format("{}absent lane: {} shuffles with {}, which is not in the mask {}", here, who, hazard.subject,
                         hazard.remark);
    default:
      return fmt::format("{}divergent barrier: {} of block {} wait here; {} {}{}", here, hazard.subject,
                         index_in(grid, actor.block), whom, hazard.remark, there);
  }
}

}  // namespace ladder::emulator
