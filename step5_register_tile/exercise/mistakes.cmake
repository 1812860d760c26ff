# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(every_block_swaps IN transpose_in_place
  REPLACE "if (blockIdx.x < blockIdx.y) return;"
  BY      ""
  EXPECT  "written twice")

plant(no_mirror IN transpose_in_place
  REPLACE "if (blockIdx.x < blockIdx.y) return;"
  BY      "if (blockIdx.x != blockIdx.y) return;"
  EXPECT  "elements are wrong")

plant(tile_not_turned IN transpose_in_place
  REPLACE "= lower[x][y]"
  BY      "= lower[y][x]"
  EXPECT  "row 33, column 0 of the input ends in row 1, column 32 of the output, not in row 0, column 33"
  AT      "= lower[y][x]")

plant(diagonal_left_out IN transpose_in_place
  REPLACE "blockIdx.x < blockIdx.y"
  BY      "blockIdx.x <= blockIdx.y"
  EXPECT  "no thread stores to row 0, column 0 of the output" "stores to row 0, column 32" "does a thread end or a loop stop too soon")
