// What the Catch2 checks of every transpose chapter ask of its variants.
#pragma once

#include <memory>
#include <string>

#include "ladder/engine/engine.hpp"

namespace ladder::transpose {

// Every variant, at sizes around the tiles' edges; where no row is aligned for 16 bytes; and where gridDim.y ends after
// 3 blocks, so that blockIdx.z carries on: the result bit by bit, the guard zones, and no hazard.
void check_every_variant(Engine& engine);

// Transactions per request; 0: the variant makes no such request.
struct Contract {
  double global_load_sectors = 0, global_store_sectors = 0;
  double shared_load_wavefronts = 0, shared_store_wavefronts = 0;
};

// The memory contract of a variant: what each of its requests costs on average at 1024 x 1024, where all tiles are
// full.
void check_contract(const std::string& variant, const Contract& expected);

}  // namespace ladder::transpose
