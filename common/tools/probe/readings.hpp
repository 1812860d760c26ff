// What is measured of the patterns, and what memory_model says that it must be.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/probe/patterns.hpp"

namespace ladder::probe {

// One warp, alone on the GPU, that executes one memory instruction.
struct Launch {
  Pattern pattern;
  Space space;
  Access kind;
  int bytes;  // per lane
};

// Every pattern in that memory, at each of its widths. Shared memory: as a load and as a store. Global memory, where
// one rule holds for both: as a load or a store, alternately.
std::vector<Launch> launches(Space space);

// Runs them on the GPU, one after the other, in a range that a profiler sees; in probe.cu. Throws std::runtime_error
// where one fails.
void launch_all(Space space);

// A counter of the GPU, and the rule that predicts it.
struct Counter {
  std::string name;    // "global_load_sectors"
  std::string metric;  // Nsight Compute's name
  Space space;
  Access kind;
  int (*predict)(const memory_model::WarpAccess& request);
};

// With one warp alone nothing disturbs l1tex__data_pipe_lsu_wavefronts_mem_shared_*, which knows the exception for
// paired lanes in full; smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_* does not.
const std::vector<Counter>& counters();

// One counter of one launch.
struct Reading {
  std::string counter;
  int bytes;
  std::uint64_t predicted, measured;

  bool equal() const { return predicted == measured; }
};

// What the counter of that name must be. Throws std::runtime_error where there is none.
std::uint64_t predict(const Pattern& pattern, const std::string& counter, int bytes);

}  // namespace ladder::probe
