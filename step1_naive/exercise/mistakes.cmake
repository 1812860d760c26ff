# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(uncoalesced_stores IN transpose_coalesced_stores
  REPLACE "row = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x * 32 + threadIdx.y + i;"
  BY      "col = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = blockIdx.y * 32 + threadIdx.y + i;"
  RULE    contract
  ELEMENT "global stores")

plant(patches_swapped IN transpose_coalesced_stores
  REPLACE "blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x"
  BY      "blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.y"
  RULE    wrong_result)

plant(nothing_turned IN transpose_coalesced_stores
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(row) * cols + col]"
  RULE    wrong_result)

plant(offset_of_32_bits IN transpose_coalesced_stores
  REPLACE "size_t(col) * rows"
  BY      "col * rows"
  RULE    wrong_result
  AT      "out["
  WORDS   "is its offset of 32 bits?")

plant(tests_exchanged IN transpose_coalesced_stores
  REPLACE "row < rows && col < cols"
  BY      "row < cols && col < rows"
  RULE    wrong_result)

plant(one_test_is_enough IN transpose_coalesced_stores
  REPLACE "row < rows && col"
  BY      "row < rows || col"
  RULE    out_of_bounds)

plant(every_lane_eight_columns_on IN transpose_coalesced_stores
  REPLACE "threadIdx.y + i"
  BY      "threadIdx.y * 4 + i"
  RULE    wrong_result)

plant(four_neighbours_for_each_thread IN transpose_coalesced_stores
  REPLACE "row = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x * 32 + threadIdx.y + i;"
  BY      "col = blockIdx.x * 32 + threadIdx.y * 4 + threadIdx.x / 8;
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned row = blockIdx.y * 32 + threadIdx.x % 8 * 4 + i;"
  RULE    contract
  ELEMENT "global stores")
