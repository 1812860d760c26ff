#include "ladder/problems/transpose/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  constexpr auto by_output = BlockOrder::along_output_rows;
  return {
      //      name                     kernel                      block    tile
      variant("coalesced_reads_32x8", transpose_coalesced_reads, {32, 8}, {32, 8}),
      variant("coalesced_reads_8x32", transpose_coalesced_reads, {8, 32}, {8, 32}),
      variant("coalesced_reads_16x16", transpose_coalesced_reads, {16, 16}, {16, 16}),
      variant("coalesced_reads_32x32", transpose_coalesced_reads, {32, 32}, {32, 32}),
      variant("coalesced_writes_32x8", transpose_coalesced_writes, {32, 8}, {8, 32}, by_output),
      variant("coalesced_writes_8x32", transpose_coalesced_writes, {8, 32}, {32, 8}, by_output),
      variant("coalesced_writes_16x16", transpose_coalesced_writes, {16, 16}, {16, 16}, by_output),
      variant("coalesced_writes_32x32", transpose_coalesced_writes, {32, 32}, {32, 32}, by_output),
      variant("unrolled_4", transpose_unrolled<4>, {32, 8}, {8, 128}, by_output),
      variant("unrolled_8", transpose_unrolled<8>, {32, 8}, {8, 256}, by_output),
      variant("looped_32x8", transpose_looped, {32, 8}, {32, 32}),
      copy_variant("copy", copy, {32, 8}, {32, 32}),
  };
}
