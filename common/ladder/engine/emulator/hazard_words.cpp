#include "ladder/engine/emulator/hazard_words.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "ladder/engine/emulator/executable/source_lines.hpp"

namespace ladder::emulator {
namespace {

const char* verb(const Actor& actor) {
  switch (actor.operation) {
    case Access::load: return "reads";
    case Access::store: return "writes";
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
  const auto thread = [&](const Actor& a) { return "thread " + index_in(block, a.thread); };
  const auto of_block = [&](const Actor& a) { return " of block " + index_in(grid, a.block); };
  const HazardRow& row = row_of(hazard.kind);
  const std::string pattern = std::string("{here}: ") + row.words + row.advice;
  return fmt::format(fmt::runtime(pattern),                //
                     fmt::arg("here", place(actor.site)),  //
                     fmt::arg("who", thread(actor) + of_block(actor)),
                     fmt::arg("whom", thread(other) + (actor.block == other.block ? "" : of_block(other))),
                     fmt::arg("there", other.site == 0 ? "" : " at " + place(other.site)),
                     fmt::arg("block", index_in(grid, actor.block)), fmt::arg("does", verb(actor)),  //
                     fmt::arg("other_does", verb(other)),                                            //
                     fmt::arg("subject", hazard.subject),                                            //
                     fmt::arg("remark", hazard.remark),                                              //
                     fmt::arg("missing_between", missing_between(hazard)));
}

}  // namespace ladder::emulator
