// Blocks whose elements lie beyond 2^32 in their matrices, where an offset of 32 bits goes wrong.
#pragma once

#include <vector>

#include "ladder/diagnose/finding.hpp"
#include "ladder/engine/engine.hpp"
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::transpose {

// What the first block, the last, and those at element offsets 2^31 and 2^32 of the input and of the output do wrong:
// hazards, and the first element that is not what it has to be. In matrices with up to 131,251 blocks in y, with and
// without rows that 16 bytes fit. Nothing where the engine cannot run a few blocks.
std::vector<Finding> faults_far_out(Engine& engine, const Variant& variant);

}  // namespace ladder::transpose
