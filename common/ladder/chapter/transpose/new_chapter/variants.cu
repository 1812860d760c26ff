#include "kernel.cuh"
#include "ladder/chapter/transpose/kernels.hpp"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  return {
      //      name         kernel          block     tile
      variant("mine_32x8", transpose_mine, {32, 8}, {32, 32}),
  };
}
