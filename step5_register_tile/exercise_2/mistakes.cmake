# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(patches_swapped IN transpose_doubles
  REPLACE "row = blockIdx.y * 32 + 2 * y, col = blockIdx.x * 32 + 2 * x;"
  BY      "row = blockIdx.x * 32 + 2 * y, col = blockIdx.y * 32 + 2 * x;"
  EXPECT  "never written")

plant(halves_of_sectors IN transpose_doubles
  REPLACE "x = lane % 16, y = 2 * threadIdx.y + lane / 16;"
  BY      "x = threadIdx.y + lane / 16 * 8, y = lane % 16;"
  EXPECT  "global loads: 32768 sectors, 32 a request")

plant(not_turned IN transpose_doubles
  REPLACE "make_double2(upper.x, lower.x)"
  BY      "upper"
  EXPECT  "elements are wrong")

plant(one_row_too_many IN transpose_doubles
  REPLACE "row >= rows ||"
  BY      "row > rows ||"
  EXPECT  "out of bounds" "global in")
