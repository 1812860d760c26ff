# The bugs of step 4. common/tests/planted/plant.cmake tells how to read this.

plant(float4_on_misaligned_rows IN variants VARIANT float4_loads
  REPLACE "Alignment::input_rows"
  BY      "Alignment::any"
  EXPECT  "misaligned" "global in")

plant(float4_into_a_padded_row IN transpose_float4_tile VARIANT float4_tile
  REPLACE "tile[ROWS][COLS]"
  BY      "tile[ROWS][COLS + 1]"
  EXPECT  "misaligned" "shared tile"
  AT      "load_four<VECTOR>")

plant(last_of_four_not_tested IN load_four VARIANT float4_padded
  REPLACE "if (col + 3 < cols) four.w"
  BY      "four.w"
  EXPECT  "out of bounds" "global in"
  AT      "four.w")

plant(one_column_too_many IN load_four VARIANT float4_tile
  REPLACE "col + 1 < cols"
  BY      "col + 1 <= cols"
  EXPECT  "out of bounds" "global in"
  AT      "four.y")

plant(fourth_column_not_stored IN transpose_float4_loads VARIANT float4_loads
  REPLACE "  if (col + 3 < cols) out[size_t(col + 3) * rows + row] = four.w;"
  BY      ""
  EXPECT  "16384 of 65536 elements are wrong, 16384 of them never written")

plant(two_of_four_swapped IN transpose_float4_loads VARIANT float4_loads
  REPLACE "out[size_t(col + 1) * rows + row] = four.y"
  BY      "out[size_t(col + 1) * rows + row] = four.z"
  EXPECT  "16384 of 65536 elements are wrong, 0 of them never written")

plant(test_of_the_first_column_only IN transpose_float4_loads VARIANT float4_loads
  REPLACE "if (col + 1 < cols) out"
  BY      "if (col < cols) out"
  EXPECT  "out of bounds" "global out"
  AT      "four.y")

plant(four_columns_taken_for_one IN transpose_float4_loads VARIANT float4_loads
  REPLACE "4 * (blockIdx.x * blockDim.x + threadIdx.x)"
  BY      "blockIdx.x * blockDim.x + threadIdx.x"
  EXPECT  "misaligned" "global in")

plant(no_barrier IN transpose_float4_tile VARIANT float4_tile
  REPLACE "  __syncthreads();\n"
  BY      ""
  EXPECT  "race on shared tile"
  AT      "= tile[x][c]")

plant(row_of_float4_taken_for_floats IN transpose_float4_tile VARIANT float4_tile
  REPLACE "&tile[y][4 * x]"
  BY      "&tile[y][x]"
  EXPECT  "misaligned" "shared tile"
  AT      "&tile[y][x]")

plant(pad_forgotten IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[ROWS][COLS + 1]"
  BY      "tile[ROWS][COLS]"
  EXPECT  "memory contract" "and 32, 4 wavefronts" "and 1, 1 wavefronts")

plant(a_row_of_lanes_per_row IN transpose_float4_padded VARIANT float4_padded
  REPLACE "for (unsigned i = 0; i < COLS; i += 32) {
    const unsigned y = 4 * threadIdx.y + x / 8, c = i + 4 * (x % 8);"
  BY      "for (unsigned i = 0; i < ROWS; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i, c = 4 * x;"
  EXPECT  "memory contract" "and 1, 4 wavefronts" "and 1, 1 wavefronts")

plant(fourth_float_not_kept IN transpose_float4_padded VARIANT float4_padded
  REPLACE "      tile[y][c + 3] = four.w;\n"
  BY      ""
  EXPECT  "uninitialized read" "shared tile"
  AT      "= tile[x][c]")

plant(fifth_float_written IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[y][c + 3] = four.w"
  BY      "tile[y][c + 4] = four.w"
  EXPECT  "race on shared tile"
  AT      "four.w")

plant(last_columns_not_stored IN transpose_float4_padded VARIANT float4_padded
  REPLACE "i < COLS; i += THREAD_ROWS"
  BY      "i < COLS - THREAD_ROWS; i += THREAD_ROWS"
  EXPECT  "4096 of 65536 elements are wrong, 4096 of them never written")

plant(grid_too_small IN variants VARIANT float4_padded
  REPLACE "padded, {32, 8}, {128, 32}"
  BY      "padded, {32, 8}, {256, 32}"
  EXPECT  "32768 of 65536 elements are wrong, 32768 of them never written")

plant(block_indices_swapped IN transpose_float4_padded VARIANT float4_padded
  REPLACE "first_row = (blockIdx.z * gridDim.y + blockIdx.y) * ROWS;
  const unsigned first_col = blockIdx.x * COLS;"
  BY      "first_row = blockIdx.x * ROWS;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * COLS;"
  EXPECT  "rows and columns are swapped in the grid")
