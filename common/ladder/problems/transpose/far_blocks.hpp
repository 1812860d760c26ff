// Blocks whose elements lie beyond 2^32 in their matrices, where an offset of 32 bits goes wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::transpose {

// About 2^33 elements, so that half of the tiles lie beyond 2^32.
struct FarMatrix {
  std::uint64_t rows, cols;
};
inline constexpr FarMatrix wide_matrix{1040, 8400016};  // of few blocks in y, and with rows that 16 bytes fit

// "2^32 elements further on: is its offset of 32 bits? (size_t has 64)": where the element that is due lies, seen from
// the one that was found.
std::string apart(std::uint64_t found, std::uint64_t due);

// What the first block, the last, and those at element offsets 2^31 and 2^32 of the input and of the output do wrong:
// hazards, and the first element that is not what it has to be. Nothing where the engine cannot run a few blocks.
std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant, const FarMatrix& matrix);

// The same in matrices with up to 131,251 blocks in y, with and without such rows.
std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant);

}  // namespace ladder::transpose
