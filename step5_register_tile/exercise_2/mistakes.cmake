# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(patches_swapped IN transpose_doubles
  REPLACE "row = blockIdx.y * 16 + 2 * y, col = blockIdx.x * 64 + 2 * x;"
  BY      "row = blockIdx.x * 16 + 2 * y, col = blockIdx.y * 64 + 2 * x;"
  RULE    wrong_result)

plant(a_warp_is_one_row IN transpose_doubles
  REPLACE "x = threadIdx.y % 2 * 16 + lane % 16, y = threadIdx.y / 2 * 2 + lane / 16;"
  BY      "x = lane, y = threadIdx.y;"
  RULE    contract
  ELEMENT "global stores")

plant(halves_of_sectors IN transpose_doubles
  REPLACE "x = threadIdx.y % 2 * 16 + lane % 16, y = threadIdx.y / 2 * 2 + lane / 16;"
  BY      "x = threadIdx.y + lane / 8 * 8, y = lane % 8;"
  RULE    contract
  ELEMENT "global loads")

plant(not_turned IN transpose_doubles
  REPLACE "make_double2(upper.x, lower.x)"
  BY      "upper"
  RULE    wrong_result)

plant(one_row_too_many IN transpose_doubles
  REPLACE "row >= rows ||"
  BY      "row > rows ||"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(one_test_is_enough IN transpose_doubles
  REPLACE "row >= rows || col >= cols"
  BY      "row >= rows && col >= cols"
  RULE    out_of_bounds)

plant(rows_of_the_input_out IN transpose_doubles
  REPLACE "out + size_t(col + 1) * rows + row"
  BY      "out + size_t(col) * rows + row + 1"
  RULE    misaligned)

plant(every_double_by_itself IN transpose_doubles
  REPLACE "*reinterpret_cast<double2*>(out + size_t(col) * rows + row) = make_double2(upper.x, lower.x)"
  BY      "out[size_t(col) * rows + row] = upper.x, out[size_t(col) * rows + row + 1] = lower.x"
  RULE    contract
  ELEMENT "global stores")

plant(tiles_of_one_element IN transpose_doubles
  REPLACE "row = blockIdx.y * 16 + 2 * y, col = blockIdx.x * 64 + 2 * x;"
  BY      "row = blockIdx.y * 16 + y, col = blockIdx.x * 64 + x;"
  RULE    misaligned
  ELEMENT "global in")

plant(offset_of_32_bits IN transpose_doubles
  REPLACE "out + size_t(col) * rows"
  BY      "out + col * rows"
  RULE    wrong_result
  AT      "out + col * rows"
  WORDS   ", 2^32 elements further on: is its offset of 32 bits?")
