// The requests of a block, one by one, for a picture of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ladder/model/memory_model.hpp"

namespace ladder {

// What one line of a kernel asks of one kind of memory, by accesses of so many bytes per lane.
struct LineAccess {
  std::string file{};
  int line = 0;
  memory_model::Space space = memory_model::Space::global;
  memory_model::Access operation = memory_model::Access::load;
  int bytes = 0;
  bool operator<(const LineAccess& other) const {
    return std::tie(file, line, space, operation, bytes) <
           std::tie(other.file, other.line, other.space, other.operation, other.bytes);
  }
};

// A byte of an array in Trace::arrays.
struct TracedPlace {
  std::size_t array;     // its index
  std::uint64_t offset;  // from its begin
};

// An array that a traced request touches: a buffer, or one in shared memory.
struct TracedArray {
  std::string name;
  memory_model::Space space = memory_model::Space::global;
  std::uint64_t bytes = 0;
  std::size_t element_bytes = 0;     // 0 where it is not known
  std::vector<std::size_t> extents;  // of `float tile[32][33]` 32 and 33; of a matrix its rows and columns
  std::uint64_t begin = 0;           // of one in shared memory: bytes from the begin of all, as the banks are counted
};

struct TracedLane {
  unsigned lane;
  std::size_t array;     // index in Trace::arrays
  std::uint64_t offset;  // in bytes from its begin
};

// A lane that was stopped before the access.
struct StoppedLane {
  unsigned lane;
  std::string element;  // that it wanted: "global in[100]"
  std::string why;      // "in has 100 elements"
};

// One request of block 0. The warps of a block come one after the other between two barriers, as the emulator runs
// them; the requests of a warp are in their order.
struct TracedRequest : LineAccess {
  std::uint64_t launch = 0;  // of the run, from 0
  unsigned warp = 0;
  std::uint32_t barriers = 0;                                              // that the block has passed
  memory_model::SharedAtomic atomic = memory_model::SharedAtomic::native;  // where it is one, of shared memory
  int transactions = 0;                                                    // sectors (global) or wavefronts (shared)
  std::vector<TracedLane> lanes;     // the active ones: none where all were stopped, and it costs nothing
  std::vector<StoppedLane> stopped;  // those that would have been active too
};

// A shuffle of block 0.
struct TracedExchange {
  std::uint64_t launch = 0;
  unsigned warp = 0;
  std::size_t requests_before = 0;  // it comes behind so many requests of Trace::requests
  std::string file;
  int line = 0;
  std::vector<std::pair<unsigned, unsigned>> sources;  // a lane, and the one whose value it gets
};

struct TracedLaunch {
  std::array<unsigned, 3> grid{}, block{};
};

// What block 0 asked for, in all launches of a run.
struct Trace {
  std::vector<TracedLaunch> launches;
  std::vector<TracedArray> arrays;
  std::vector<TracedRequest> requests;
  std::vector<TracedExchange> exchanges;
  std::uint64_t left_out = 0;        // requests behind these, beyond what was asked for
  std::vector<std::string> sources;  // paths of the files that the requests and the hazards name
};

}  // namespace ladder
