// From counts to time: what limits a run on a GPU. Each limit is a count over a rate of the machine, and so a time that
// no kernel with these counts can beat. docs/reference/limits.md derives them.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace memory_model {

// 262144 as "262,144", and 16.13 as it is.
std::string in_full(double number);

// What one launch does. All but the first four are sums over its blocks.
struct Launch {
  double blocks = 0;
  unsigned threads = 0;          // of a block
  std::size_t shared_bytes = 0;  // of a block
  unsigned indexes = 0;          // that its threads ask for, of threadIdx.x to blockIdx.z
  double global_rounds = 0;      // of loads from global memory that a warp waits for, of the warp that has most
  double shared_rounds = 0;      // and that warp's from shared memory
  double barriers = 0;
  double lines = 0;              // of global memory: of those that a load asks for, such as come from memory
  double load_wavefronts = 0;    // of loads from global memory, in the L1 cache
  double shared_wavefronts = 0;  // of shared memory
};

// What a run asks of a machine, over all its launches.
struct Demand {
  double loaded_bytes = 0, stored_bytes = 0;     // of sectors, each counted once: they have to cross to memory
  double asked_to_load = 0, asked_to_store = 0;  // bytes, by all lanes: of their own, however often
  double requests = 0;                           // loads and stores of global memory
  double load_wavefronts = 0;                    // of loads from global memory, in the L1 cache: load_wavefronts()
  double shared_wavefronts = 0;                  // shared_wavefronts()
  double partial_sectors = 0;                    // that a store request leaves incomplete: PartialSectors
  double scattered_sectors = 0;                  // those of them that 32 lanes store, each to a line of its own
  double atomic_sectors = 0;                     // of global memory: global_atomic_sectors()
  double atomics_on_one = 0;                     // on the element that has most, one after the other
  std::vector<Launch> launches;
};

// What a run asks for of which a share was seen: each sum is so many times what it says, but for the number of blocks.
void scale(Demand& demand, double times);

// What a machine can do, as `./learn bench` measures it with kernels made for that: docs/measured/<gpu>/rates.json.
// Rates are per second and of the whole GPU, latencies in seconds.
struct Machine {
  std::string name;  // "NVIDIA H200"
  double multiprocessors = 0;
  double read_bytes = 0, copied_bytes = 0;  // of memory; of a copy, those read and written together
  double requests = 0;                      // of global memory, each of 32 bytes
  double wavefronts = 0;                    // of shared memory and the L1 cache, which share their banks
  double barrier_wavefronts = 0;            // that a warp's barrier takes the place of
  // Where as much is loaded as stored they are fewer.
  double scattered_sectors = 0, scattered_sectors_copying = 0;
  double partial_sectors = 0, partial_sectors_copying = 0;  // others
  double blocks = 0;                                        // that begin
  double atomics = 0, atomics_on_one = 0;
  // From a load of global memory to its use, at so many bytes a second read; in rising order. Where as much is written
  // as read, it takes longer.
  std::vector<std::pair<double, double>> latency, latency_copying;
  // The same, to the use of the last of the 32 lines that a block asks for at once.
  std::vector<std::pair<double, double>> latency_at_once, latency_at_once_copying;
  double shared_latency = 0;
  // What each warp of a block adds to these.
  double barrier_latency = 0, barrier_latency_of_warp = 0;
  double block_latency = 0, block_latency_of_warp = 0;  // from the end of a block to the first step of the next
  double index_latency_of_warp = 0;                     // for each index that a warp asks for
  double launch_latency = 0;                            // from the end of a launch to the begin of the next
  double run_latency = 0;  // from the begin of a run to that of its first block, and from the end of its last
};

struct Limit {
  std::string name;  // "memory"
  double count = 0;  // of what is limited
  double rate = 0;   // of the machine: so many a second
  double seconds = 0;
  std::string words;                     // the arithmetic: "262,144 blocks begun, 1.655 billion a second"
  std::map<std::string, double> life{};  // of in flight: the seconds of a block of the first launch, by what it does
};

// Blocks of this launch that are in a multiprocessor at a time. (Registers, which nvcc knows, are taken not to matter.)
// Source of the rule and its figures: CUDA C++ Programming Guide, "Technical Specifications", compute capability 9.0.
unsigned resident_blocks(const Launch& launch);

// All limits of these launches, from the begin of the first block to the end of the last; the one that takes longest
// first. around: for a run that is timed by itself, from an event before it to one behind it, Machine::run_latency: the
// time around its blocks is part of each limit.
std::vector<Limit> limits(const Demand& demand, const Machine& machine, double around = 0);

}  // namespace memory_model
