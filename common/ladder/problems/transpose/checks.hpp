// What the Catch2 checks of every transpose chapter ask of its variants.
#pragma once

#include "ladder/engine/engine.hpp"
#include "ladder/problems/transpose/variant.hpp"

namespace ladder::transpose {

// Every variant, at sizes around the tiles' edges; where no row is aligned for 16 bytes; and where gridDim.y ends after
// 3 blocks, so that blockIdx.z carries on: the result bit by bit, the guard zones, and no hazard. On the emulator also
// a few blocks of matrices of more than 2^32 elements.
void check_every_variant(Engine& engine);

// Every variant does the work that its row in the chapter's contract.cpp says, no more and no less, where all tiles are
// full; and every row is a variant's.
void check_contracts();

}  // namespace ladder::transpose
