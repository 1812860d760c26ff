// What the Catch2 checks of every chapter for several devices ask of its variants.
#pragma once

#include "ladder/engine/engine.hpp"

namespace ladder::many_gpus {

// Every variant, on so many devices: matrices of whole tiles, with ragged edges, with fewer rows or columns than there
// are devices: the result bit by bit, no hazard, no mistake of the host's code. Where the engine observes, what crosses
// the links is what the contracts say.
void check_every_variant(Engine& engine, unsigned gpus);

// Skips the test where there are not so many.
void skip_without_devices(Engine& engine, unsigned gpus);

// Every variant's kernels do the work that its row in the chapter's contract.cpp says, no more and no less, where all
// tiles are full; and every row is a variant's.
void check_contracts();

}  // namespace ladder::many_gpus
