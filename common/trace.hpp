// The requests of a kernel's first block, one by one, as --trace writes them: what the figures of the lessons are drawn
// from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

struct Result;

struct TracedLane {
  unsigned lane;
  std::string array;     // the buffer, or the shared array
  std::uint64_t offset;  // in bytes from its begin
};

// One request of block 0. The warps of a block come one after the other between two barriers, as the emulator runs
// them; the requests of a warp are in their order.
struct TracedRequest {
  std::uint64_t launch = 0;  // of the run, from 0
  unsigned warp = 0;
  std::uint32_t barriers = 0;  // that the block has passed
  std::string file;
  int line = 0;
  std::string space;              // "global" or "shared"
  std::string operation;          // "load", "store" or "atomic"
  int bytes = 0;                  // per lane
  int transactions = 0;           // sectors (global) or wavefronts (shared)
  std::vector<TracedLane> lanes;  // the active ones
};

// {"traces": [{"name", "block", sizes, "requests": [..]}, ..]}, a trace for each result. Per lane
// "sector" or "bank" is that of its first byte, where the buffer begins with sector 0 and the shared array with bank 0.
std::string traces_to_json(const std::vector<Result>& results);

}  // namespace ladder
