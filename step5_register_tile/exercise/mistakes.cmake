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
