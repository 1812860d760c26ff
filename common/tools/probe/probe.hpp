// What one warp asks of memory, and of the copies of structs: what is measured of it, and what memory_model says that
// it must be.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ladder/model/memory_model.hpp"

namespace ladder::probe {

using memory_model::Access;
using memory_model::Space;

// The elements that a warp's lanes access.
struct Pattern {
  std::string name;
  std::uint32_t active = 0xffffffffu;  // bit l set: lane l takes part
  std::array<std::uint32_t, memory_model::architecture.warp_lanes> element{};
  std::vector<int> widths = {4, 8, 16};  // of an element, in bytes
};

// The memory that a pattern's elements lie in, whatever their width: a block's shared memory.
inline constexpr unsigned memory_bytes = 48 * 1024;

// Over 400 of them, of different names: strides, tiles, permutations, broadcasts, pairs of lanes, random elements,
// random active lanes; the later half for elements of 1 and 2 bytes, of which several lie in one word. The same on
// every machine.
std::vector<Pattern> patterns();

// What the lanes of an atomic do. Where the result is not used, nvcc makes a reduction (RED) of an atomic of global
// memory; of a compare-and-swap or an exchange it does not.
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

const char* in_words(AtomicOperation operation);  // "atomicAdd of unsigned"
// The one of these words. Throws std::runtime_error where there is none.
AtomicOperation operation_called(const std::string& words);

// One warp, alone on the GPU, that executes one memory instruction, or one loop of atomics.
struct Launch {
  Pattern pattern;
  Space space;
  Access kind;
  int bytes;                                   // per lane
  std::optional<AtomicOperation> operation{};  // of an atomic
};

// Of the word "global" or "shared": every pattern in that memory, at each of its widths. Shared memory: as a load and
// as a store. Global memory, where one rule holds for both: as a load or a store, alternately. Of "atomics": the
// patterns of wide elements as atomics, in both memories; the operations take turns. Of another word: none.
std::vector<Launch> launches(const std::string& word);

// Runs them on the GPU, one after the other, in a range that a profiler sees; in probe.cu. Throws std::runtime_error
// where one fails.
void launch_all(const std::vector<Launch>& launches);

// A counter of the GPU, and the rule that predicts it.
struct Counter {
  std::string name;                  // "global_load_sectors"
  std::vector<std::string> metrics;  // Nsight Compute's names; the counter is their sum
  Space space;
  Access kind;
  int (*predict)(const memory_model::WarpAccess& request);

  bool counts(const Launch& launch) const { return space == launch.space && kind == launch.kind; }
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

// What the counter of that name must be, for this pattern of lanes of so many bytes, or such an atomic. Throws
// std::runtime_error where there is none.
std::uint64_t predict(const Pattern& pattern, int bytes, const std::string& counter,
                      std::optional<AtomicOperation> operation = {});

// Kernels of one warp that copy structs: how wide the accesses are, the type's alignment decides.
struct Copy {
  const char* name;
  // The buffers hold copied_bytes each; `in` was written.
  void (*launch)(const void* in, void* out);
};

inline constexpr unsigned copied_bytes = 64 * 256;

// Runs gpu::copies(), one after the other, in a range that a profiler sees; in probe.cu. Throws std::runtime_error
// where one fails.
void launch_copies();

}  // namespace ladder::probe

// The same kernels on either engine.
namespace ladder::emulator {
std::vector<probe::Copy> copies();
}
namespace ladder::gpu {
std::vector<probe::Copy> copies();
}
