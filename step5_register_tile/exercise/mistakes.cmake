# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(every_block_swaps IN transpose_in_place
  REPLACE "if (blockIdx.x < blockIdx.y) return;"
  BY      ""
  RULE    written_twice)

plant(no_mirror IN transpose_in_place
  REPLACE "if (blockIdx.x < blockIdx.y) return;"
  BY      "if (blockIdx.x != blockIdx.y) return;"
  RULE    wrong_result)

plant(tile_not_turned IN transpose_in_place
  REPLACE "= lower[x][y]"
  BY      "= lower[y][x]"
  RULE    wrong_result
  AT      "= lower[y][x]")

plant(diagonal_left_out IN transpose_in_place
  REPLACE "blockIdx.x < blockIdx.y"
  BY      "blockIdx.x <= blockIdx.y"
  RULE    wrong_result)

plant(no_barrier IN transpose_in_place
  REPLACE "  __syncthreads();"
  BY      ""
  RULE    race)

plant(tests_of_the_wrong_tile IN transpose_in_place
  REPLACE "if (a + y < n && b + x < n) matrix"
  BY      "if (b + y < n && a + x < n) matrix"
  RULE    uninitialized_read)

plant(both_from_one_tile IN transpose_in_place
  REPLACE "= upper[x][y]"
  BY      "= lower[x][y]"
  RULE    wrong_result)

plant(the_barrier_for_all_blocks IN transpose_in_place
  REPLACE "if (blockIdx.x < blockIdx.y) return;  // the block on the other side of the diagonal moves both tiles
  const unsigned x = threadIdx.x;
  const unsigned a = blockIdx.y * 32, b = blockIdx.x * 32;
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    if (a + y < n && b + x < n) upper[y][x] = matrix[size_t(a + y) * n + b + x];
    if (b + y < n && a + x < n) lower[y][x] = matrix[size_t(b + y) * n + a + x];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    if (a + y < n && b + x < n) matrix[size_t(a + y) * n + b + x] = lower[x][y];"
  BY      "const unsigned x = threadIdx.x;
  const unsigned a = blockIdx.y * 32, b = blockIdx.x * 32;
  for (unsigned y = threadIdx.y; y < 32; y += 8) {
    if (a + y < n && b + x < n) upper[y][x] = matrix[size_t(a + y) * n + b + x];
  }
  __syncthreads();
  for (unsigned y = threadIdx.y; y < 32; y += 8) {"
  RULE    no_order_between_blocks
  ELEMENT "global matrix")

plant(offset_of_32_bits IN transpose_in_place
  REPLACE "upper[y][x] = matrix[size_t(a + y) * n"
  BY      "upper[y][x] = matrix[(a + y) * n"
  RULE    wrong_result
  AT      "upper[y][x] = matrix[(a + y) * n"
  WORDS   "is its offset of 32 bits?")
