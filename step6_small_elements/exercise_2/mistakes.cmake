# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(left_half_for_all_rows IN transpose_8x8
  REPLACE "row % 2 == 0 ? 0x5410 : 0x7632"
  BY      "0x5410"
  RULE    wrong_result)

plant(rows_above_and_below_exchanged IN transpose_8x8
  REPLACE "__byte_perm(above, below"
  BY      "__byte_perm(below, above"
  RULE    wrong_result)

plant(rows_side_by_side IN transpose_8x8
  REPLACE "8 * pair + 4 + row / 2"
  BY      "8 * pair + 1 + row / 2"
  RULE    wrong_result)

plant(column_for_its_word IN transpose_8x8
  REPLACE "word, 8 * pair + row / 2"
  BY      "word, 8 * pair + row"
  RULE    wrong_result)

plant(matrix_not_tested IN transpose_8x8
  REPLACE "  if (matrix >= matrices) return;"
  BY      ""
  RULE    out_of_bounds)

plant(elements_counted_as_words IN transpose_8x8
  REPLACE "size_t(matrix) * 32"
  BY      "size_t(matrix) * 64"
  RULE    out_of_bounds)

plant(first_lanes_alone IN transpose_8x8
  REPLACE "if (matrix >= matrices) return;"
  BY      "if (matrix >= matrices || lane >= 16) return;"
  RULE    absent_lane)

plant(stored_element_by_element IN transpose_8x8
  REPLACE "  reinterpret_cast<Word*>(out)[at] = __byte_perm(above, below, row % 2 == 0 ? 0x5410 : 0x7632);"
  BY      "  const Word both = __byte_perm(above, below, row % 2 == 0 ? 0x5410 : 0x7632);
  out[2 * at] = both & 0xffff;
  out[2 * at + 1] = both >> 16;"
  RULE    contract
  ELEMENT "global stores")

plant(through_shared_memory IN transpose_8x8
  REPLACE "  const Word above = __shfl_sync(0xffffffff, word, 8 * pair + row / 2);"
  BY      "  __shared__ Word words[256];
  words[threadIdx.x] = word;
  __syncwarp();
  const Word above = words[threadIdx.x - lane + 8 * pair + row / 2];"
  RULE    contract
  ELEMENT "shared stores")

plant(offset_of_32_bits IN transpose_8x8
  REPLACE "size_t(matrix) * 32"
  BY      "matrix * 32"
  RULE    wrong_result
  WORDS   "is an index or a test of 32 bits?")

plant(thread_of_32_bits IN transpose_8x8
  REPLACE "blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32"
  BY      "(blockIdx.x * blockDim.x + threadIdx.x) / 32"
  RULE    wrong_result
  WORDS   "is an index or a test of 32 bits?")

plant(by_atomics_on_shared_memory IN transpose_8x8
  REPLACE "  const Word above = __shfl_sync(0xffffffff, word, 8 * pair + row / 2);"
  BY      "  __shared__ Word words[256];
  atomicExch(&words[threadIdx.x], word);
  __syncwarp();
  const Word above = atomicOr(&words[threadIdx.x - lane + 8 * pair + row / 2], 0U);"
  RULE    contract
  ELEMENT "shared stores")
