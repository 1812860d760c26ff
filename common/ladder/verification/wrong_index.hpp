// What is wrong with the index by which a kernel uses an array, as a recorded run shows it.
#pragma once

#include <cstdint>
#include <optional>
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

// The index itself: "kernel.cuh:21", its formula, and " (called at kernel.cuh:40)" or nothing. None where it follows no
// formula.
struct Index {
  std::string line;
  IndexFormula formula;
  std::string caller;
};
std::optional<Index> index_of(const Recording& recording, const UsedArray& array);

}  // namespace ladder
