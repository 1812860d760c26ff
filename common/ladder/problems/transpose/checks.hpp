// What the Catch2 checks of every transpose chapter ask of its variants.
#pragma once

#include <cstdint>
#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::transpose {

// Every variant, at sizes around the tiles' edges; where no row is aligned for 16 bytes; and where gridDim.y ends after
// 3 blocks, so that blockIdx.z carries on: the result bit by bit, the guard zones, and no hazard. On the emulator also
// a few blocks of matrices of more than 2^32 elements.
void check_every_variant(Engine& engine);

// What the first block, the last, and those at element offsets 2^31 and 2^32 of the input and of the output do wrong:
// hazards, and the first element that is not what it has to be. In matrices with up to 131,251 blocks in y, with and
// without rows that 16 bytes fit. Nothing where the engine cannot run a few blocks.
std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant);
// The same of one matrix: one of about 2^33 elements has half of its tiles beyond 2^32.
struct FarMatrix {
  std::uint64_t rows, cols;
};
std::vector<Finding> faults_in(Engine& engine, const Variant& variant, const FarMatrix& matrix);

// Every variant does the work that its row in the chapter's contract.cpp says, no more and no less, where all tiles are
// full; and every row is a variant's.
void check_contracts();

}  // namespace ladder::transpose
