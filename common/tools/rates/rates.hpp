// The rates of a GPU that limits() divides by.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ladder/engine/engine.hpp"

namespace ladder::rates {

// One figure, from timed runs of a kernel that nothing else limits.
struct Rate {
  std::string name;    // as the member of memory_model::Machine
  double value;        // from the median run
  double least, most;  // from the slowest and the fastest run
  std::string unit;
  std::string how;  // it was measured
};

// A point of the curve of latency: at so many bytes a second, a load takes so long.
struct LoadedLatency {
  double bytes_per_second, seconds;
  unsigned threads;  // of a multiprocessor
  unsigned bytes;    // that each has on their way
  unsigned block;    // threads of a block
};

struct Rates {
  std::vector<Rate> rates;
  // "latency", where the memory only reads, and "latency_copying", where it writes as much: by the bytes read; and with
  // "_at_once" the same for the slowest of 32 lines that a block asks for at once.
  std::map<std::string, std::vector<LoadedLatency>> curves;
  // How many cycles a load takes that hits the L1 cache, by its lanes' distance in bytes: what load_wavefronts() is
  // taken from.
  std::vector<std::pair<int, double>> lookups;
};

// What the kernels of this folder compute is of no use. A number that no input makes come out, so that nvcc cannot
// leave the work out.
constexpr float never = 12345.f;

// Adds how long loads, barriers and blocks take to what was found. Throws std::runtime_error where a launch fails.
class Bench;
void measure_latencies(Bench& bench, Rates& found);

// Throws std::runtime_error where a launch fails, std::bad_alloc where the GPU has not 8 GiB free.
Rates measure(Engine& gpu, int repeats);

}  // namespace ladder::rates
