#include "ladder/problems/transpose/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  return {
      //      name          kernel              block     tile
      variant("tile_32x32", transpose_tile<32>, {32, 32}, {32, 32}),
      variant("tile_32x8", transpose_tile<8>, {32, 8}, {32, 32}),
  };
}
