# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(lanes_leave_early IN sum_rows_and_columns
  REPLACE "float col_sum = 0;"
  BY      "float col_sum = 0;
  if (col >= cols) return;"
  RULE    absent_lane)

plant(an_atomic_for_each_element IN sum_rows_and_columns
  REPLACE "for (unsigned d = 16; d > 0; d /= 2) row_sum += __shfl_down_sync(0xffffffff, row_sum, d);
    if (threadIdx.x == 0 && row < rows) atomicAdd(&row_sums[row], row_sum);"
  BY      "if (row < rows) atomicAdd(&row_sums[row], row_sum);
    if (row < rows && col < cols) atomicAdd(&col_sums[col], value);
    col_sum = 0;"
  RULE    contract
  ELEMENT "global atomics")

plant(every_lane_adds_a_part IN sum_rows_and_columns
  REPLACE "row_sum += __shfl_down_sync(0xffffffff, row_sum, d);
    if (threadIdx.x == 0 && row < rows) atomicAdd(&row_sums[row], row_sum);"
  BY      "row_sum += __shfl_xor_sync(0xffffffff, row_sum, d);
    if (row < rows) atomicAdd(&row_sums[row], row_sum / 32);"
  RULE    contract
  ELEMENT "global atomics")

plant(rows_beyond_the_end IN sum_rows_and_columns
  REPLACE "if (threadIdx.x == 0 && row < rows) atomicAdd"
  BY      "if (threadIdx.x == 0) atomicAdd"
  RULE    out_of_bounds
  ELEMENT "global row_sums"
  AT      "atomicAdd(&row_sums[row]")

plant(columns_beyond_the_end IN sum_rows_and_columns
  REPLACE "if (col < cols) atomicAdd"
  BY      "atomicAdd"
  RULE    out_of_bounds
  ELEMENT "global col_sums"
  AT      "atomicAdd(&col_sums[col]")

plant(plain_sums IN sum_rows_and_columns
  REPLACE "atomicAdd(&col_sums[col], col_sum)"
  BY      "col_sums[col] += col_sum"
  RULE    race
  ELEMENT "global col_sums")

plant(rows_of_half_a_warp IN sum_rows_and_columns
  REPLACE "d = 16; d > 0"
  BY      "d = 8; d > 0"
  RULE    wrong_result)

plant(all_rows_from_the_first IN sum_rows_and_columns
  REPLACE "row = blockIdx.y * 32 + i"
  BY      "row = i"
  RULE    wrong_result)

plant(columns_of_the_last_rows IN sum_rows_and_columns
  REPLACE "col_sum += value"
  BY      "col_sum = value"
  RULE    wrong_result)

plant(the_first_warp_for_the_block IN sum_rows_and_columns
  REPLACE "if (col < cols) atomicAdd"
  BY      "if (col < cols && threadIdx.y == 0) atomicAdd"
  RULE    wrong_result)

plant(offset_of_32_bits IN sum_rows_and_columns
  REPLACE "size_t(row) * cols"
  BY      "row * cols"
  RULE    wrong_result
  WORDS   "are offsets of 64 bits (size_t)?")
