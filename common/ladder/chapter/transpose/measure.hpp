// Runs transposes on an engine: verified, counted, and timed where the engine has a clock.
#pragma once

#include <string>
#include <vector>

#include "ladder/chapter/transpose/variant.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/report/report.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::transpose {

// One matrix of an engine, its transpose, and what every variant is measured against there.
class Bench {
 public:
  // Allocates and fills. Throws std::bad_alloc where the engine has not enough memory for 2 * rows * cols floats.
  Bench(Engine& engine, std::string chapter, unsigned rows, unsigned cols);

  // Runs a variant on poisoned output and verifies it; where the engine has a clock, times it `repeats` times and
  // verifies again. Never throws for a wrong variant or a failed launch: that is a result.
  Result run(const Variant& variant, int repeats);

 private:
  Engine& engine_;
  std::string chapter_;
  unsigned rows_, cols_;
  DeviceBuffer<float> in_, out_;
};

// What the emulator counts for the variant of that name at this size, or at most 2^20 elements of it. Adds the
// counters, the hazards and the size counted at to `result`, which another engine measured.
void count_on_emulator(const std::string& variant, unsigned rows, unsigned cols, Result& result);

}  // namespace ladder::transpose
