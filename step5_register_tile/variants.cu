#include "ladder/problems/transpose/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"
#include "shifted.cuh"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  constexpr auto aligned = Alignment::all_rows;
  constexpr auto by_output = BlockOrder::along_output_rows;
  const VectorKernel registers{transpose_register_tile<true>, transpose_register_tile<false>, aligned};
  const VectorKernel swizzled{transpose_through_swizzled<true, false>, transpose_through_swizzled<false, false>,
                              aligned};
  const VectorKernel ordered{transpose_through_swizzled<true, true>, transpose_through_swizzled<false, true>, aligned};
  const VectorKernel scalars{transpose_through_scalars<true>, transpose_through_scalars<false>, aligned};
  return {
      //      name                   kernel     block     tile
      variant("registers_32x8", registers, {32, 8}, {128, 32}),
      variant("registers_16x16", registers, {16, 16}, {64, 64}),
      variant("registers_8x32", registers, {8, 32}, {32, 128}),
      variant("swizzled_64x64", swizzled, {16, 16}, {64, 64}),
      variant("write_order_64x64", ordered, {16, 16}, {64, 64}, by_output),
      variant("scalar_tile_64x64", scalars, {16, 32}, {64, 64}, by_output),
      whole_sectors(variant("shifted_128x64", transpose_shifted, {128, 8}, {128, 64}, by_output)),
  };
}
