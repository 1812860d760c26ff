#include "ladder/problems/transpose/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  return {
      //      name         kernel          block     tile
      variant("mine_32x8", transpose_mine, {32, 8}, {32, 32}),
  };
}
