#include "ladder/problems/transpose/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  constexpr auto aligned = Alignment::input_rows;
  const VectorKernel loads{transpose_float4_loads<true>, transpose_float4_loads<false>, aligned};
  const VectorKernel tile{transpose_float4_tile<true>, transpose_float4_tile<false>, aligned};
  const VectorKernel padded{transpose_float4_padded<32, 128, true>, transpose_float4_padded<32, 128, false>, aligned};
  const VectorKernel square{transpose_float4_padded<64, 64, true>, transpose_float4_padded<64, 64, false>, aligned};
  return {
      //      name                  kernel  block    tile
      variant("float4_loads", loads, {32, 8}, {128, 8}),
      variant("float4_tile", tile, {32, 8}, {128, 32}),
      variant("float4_padded", padded, {32, 8}, {128, 32}),
      variant("float4_padded_64x64", square, {32, 8}, {64, 64}),
  };
}
