// The probe's atomics: one warp that executes one atomic, or one loop of them.
#pragma once

#include <string>
#include <vector>

#include "tools/probe/readings.hpp"

namespace ladder::probe {

// What the lanes do. Where the result is not used, nvcc makes a reduction (RED) of an atomic of global memory; of a
// compare-and-swap or an exchange it does not.
enum class AtomicOperation {
  add_unsigned,
  add_one,
  add_float,
  add_float_and_use,
  minimum,
  exchange,
  compare_and_swap,
  add_unsigned_long,  // of shared memory: a loop, as those of floats
};

struct AtomicLaunch {
  Pattern pattern;
  Space space;
  AtomicOperation operation;
};

// The patterns of wide elements, in both memories; the operations take turns.
std::vector<AtomicLaunch> atomic_launches();

// Runs them on the GPU, as launch_all() does; in atomics.cu.
void launch_atomics();

const char* in_words(AtomicOperation operation);  // "atomicAdd of unsigned"
// The one of these words. Throws std::runtime_error where there is none.
AtomicOperation operation_called(const std::string& words);
int bytes_of(AtomicOperation operation);  // of an element

// A count of the GPU, and the rule that predicts it.
struct AtomicCounter {
  std::string name;                  // "global_atomic_sectors"
  std::vector<std::string> metrics;  // Nsight Compute's names; the counter is their sum
  Space space;
  int (*predict)(const memory_model::WarpAccess& request);
};

const std::vector<AtomicCounter>& atomic_counters();

// What the counter of that name must be. Throws std::runtime_error where there is none.
std::uint64_t predict(const AtomicLaunch& launch, const std::string& counter);

}  // namespace ladder::probe
