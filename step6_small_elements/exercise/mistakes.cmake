# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(every_block_swaps IN transpose_in_place
  REPLACE "if (blockIdx.x < blockIdx.y) return;"
  BY      ""
  RULE    written_twice)

plant(each_block_for_itself IN transpose_in_place
  REPLACE "if (blockIdx.x < blockIdx.y) return;"
  BY      "if (blockIdx.x != blockIdx.y) return;"
  RULE    wrong_result)

plant(diagonal_left_out IN transpose_in_place
  REPLACE "blockIdx.x < blockIdx.y"
  BY      "blockIdx.x <= blockIdx.y"
  RULE    wrong_result)

plant(one_tile_not_turned IN transpose_in_place
  REPLACE "    turn_2x2(low[0], low[1]);\n"
  BY      ""
  RULE    wrong_result)

plant(halves_swapped IN turn_2x2
  REPLACE "0x7632"
  BY      "0x3276"
  RULE    wrong_result)

plant(tiles_not_exchanged IN transpose_in_place
  REPLACE "= lower[i][group][x]"
  BY      "= upper[i][group][x]"
  RULE    wrong_result)

plant(rows_of_the_tile_for_columns IN transpose_in_place
  REPLACE "= upper[i][group][x]"
  BY      "= upper[i][x][group]"
  RULE    wrong_result)

plant(no_barrier IN transpose_in_place
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race)

plant(elements_one_by_one IN transpose_in_place
  REPLACE "        *reinterpret_cast<Word*>(matrix + size_t(a + row) * n + b + col) = lower[i][group][x];"
  BY      "        matrix[size_t(a + row) * n + b + col] = lower[i][group][x] & 0xffff;
        matrix[size_t(a + row) * n + b + col + 1] = lower[i][group][x] >> 16;"
  RULE    contract
  ELEMENT "global stores")

plant(no_pad IN transpose_in_place
  REPLACE "upper[2][32][33]"
  BY      "upper[2][32][32]"
  RULE    contract
  ELEMENT "shared stores")

plant(offset_of_32_bits IN transpose_in_place
  REPLACE "*reinterpret_cast<Word*>(matrix + size_t(a + row) * n + b + col) = lower"
  BY      "*reinterpret_cast<Word*>(matrix + (a + row) * n + b + col) = lower"
  RULE    wrong_result
  AT      "*reinterpret_cast<Word*>(matrix + (a + row) * n + b + col) = lower"
  WORDS   "is its offset of 32 bits?")
