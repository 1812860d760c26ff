// What is wrong with the index by which a kernel uses an array, as a recorded run shows it.
#pragma once

#include <cstdint>
#include <string>

#include "ladder/engine/recording.hpp"
#include "ladder/verification/index_formula.hpp"

namespace ladder {

struct UsedArray {
  MatrixShape shape;
  std::uintptr_t begin;  // its first element, of four bytes
  Step::Doing doing;     // each element has to be used so
};

// "kernel.cuh:21: in[32 * blockIdx.y + threadIdx.y][..] leaves rows out: ..", of the first launch: see flaw_of(). Where
// the index names each element, and tests_too: that no thread uses one of them, as tests keep threads from it. Empty
// where neither is so, or the index follows no formula.
std::string wrong_index(const Recording& recording, const UsedArray& array, bool tests_too);

}  // namespace ladder
