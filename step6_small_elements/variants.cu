#include "ladder/problems/transpose/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"
#include "unaligned.cuh"

std::vector<ladder::transpose::Variant> ladder::LADDER_ENGINE::variants() {
  using Half = unsigned short;  // 2 bytes, whatever they mean
  using Byte = unsigned char;
  constexpr auto order = BlockOrder::along_output_rows;
  const auto any_2 = whole_sectors(variant("", transpose_any_size<Half>, {32, 12}, {62, 128}, order));
  const auto any_1 = whole_sectors(variant("", transpose_any_size<Byte>, {32, 12}, {124, 256}, order));
  return {
      //      name                   kernel     block     tile
      variant("element_pad_2_bytes", transpose_elements<Half, 1>, {32, 8}, {64, 64}),
      variant("word_pad_2_bytes", transpose_elements<Half, 2>, {32, 8}, {64, 64}),
      where_aligned(4, variant("words_2_bytes", transpose_words<Half>, {32, 8}, {64, 64}, order), any_2),
      where_aligned(16, variant("vectors_2_bytes", transpose_vectors<Half, 1>, {1024, 1}, {128, 128}, order), any_2),
      named("any_size_2_bytes", any_2),
      variant("element_pad_1_byte", transpose_elements<Byte, 1>, {32, 8}, {64, 64}),
      variant("word_pad_1_byte", transpose_elements<Byte, 4>, {32, 8}, {64, 64}),
      where_aligned(4, variant("words_1_byte", transpose_words<Byte>, {32, 8}, {128, 128}, order), any_1),
      where_aligned(16, variant("vectors_1_byte", transpose_vectors<Byte, 2>, {512, 1}, {256, 256}, order), any_1),
      named("any_size_1_byte", any_1),
  };
}
