#include "ladder/problems/transpose/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  return {
      //      name                  kernel                       block     tile
      variant("pad1_32x32", transpose_padded<32, 32, 1>, {32, 32}, {32, 32}),
      variant("pad1_32x8", transpose_padded<32, 8, 1>, {32, 8}, {32, 32}),
      variant("pad1_64x64_32x8", transpose_padded<64, 8, 1>, {32, 8}, {64, 64}),
      variant("swizzled_32x8", transpose_swizzled<8>, {32, 8}, {32, 32}),
  };
}
