# The bugs of step 4. common/tests/planted/plant.cmake tells how to read this.

plant(float4_on_misaligned_rows IN variants VARIANT float4_loads
  REPLACE "Alignment::input_rows"
  BY      "Alignment::any"
  RULE    misaligned
  ELEMENT "global in")

plant(float4_into_a_padded_row IN transpose_float4_tile VARIANT float4_tile
  REPLACE "tile[ROWS][COLS]"
  BY      "tile[ROWS][COLS + 1]"
  RULE    misaligned
  ELEMENT "shared tile"
  AT      "load_four<VECTOR>")

plant(last_of_four_not_tested IN load_four VARIANT float4_padded
  REPLACE "if (col + 3 < cols) four.w"
  BY      "four.w"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "four.w")

plant(third_column_tested_too_strictly IN load_four VARIANT float4_loads
  REPLACE "if (col + 2 < cols) four.z"
  BY      "if (col + 3 < cols) four.z"
  RULE    wrong_result
  ELEMENT "in"
  AT      "four.y =")

plant(one_column_too_many IN load_four VARIANT float4_tile
  REPLACE "col + 1 < cols"
  BY      "col + 1 <= cols"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "four.y")

plant(fourth_column_not_stored IN transpose_float4_loads VARIANT float4_loads
  REPLACE "  if (col + 3 < cols) out[size_t(col + 3) * rows + row] = four.w;"
  BY      ""
  RULE    wrong_result
  ELEMENT "out"
  AT      "if (col + 2")

plant(two_of_four_swapped IN transpose_float4_loads VARIANT float4_loads
  REPLACE "out[size_t(col + 1) * rows + row] = four.y"
  BY      "out[size_t(col + 1) * rows + row] = four.z"
  RULE    wrong_result
  AT      "out[size_t(col + 1)")

plant(test_of_the_first_column_only IN transpose_float4_loads VARIANT float4_loads
  REPLACE "if (col + 1 < cols) out"
  BY      "if (col < cols) out"
  RULE    out_of_bounds
  ELEMENT "global out"
  AT      "four.y")

plant(four_columns_taken_for_one IN transpose_float4_loads VARIANT float4_loads
  REPLACE "4 * (blockIdx.x * blockDim.x + threadIdx.x)"
  BY      "blockIdx.x * blockDim.x + threadIdx.x"
  RULE    misaligned
  ELEMENT "global in")

plant(no_barrier IN transpose_float4_tile VARIANT float4_tile
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile"
  AT      "*reinter")

plant(row_of_float4_taken_for_floats IN transpose_float4_tile VARIANT float4_tile
  REPLACE "&tile[y][4 * x]"
  BY      "&tile[y][x]"
  RULE    misaligned
  ELEMENT "shared tile"
  AT      "&tile[y][x]")

plant(pad_forgotten IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[TILE_ROWS][TILE_COLS + 1]"
  BY      "tile[TILE_ROWS][TILE_COLS]"
  RULE    contract
  ELEMENT "shared loads")

plant(a_row_of_lanes_per_row IN transpose_float4_padded VARIANT float4_padded
  REPLACE "for (unsigned i = 0; i < TILE_ROWS; i += 4 * THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE_COLS; j += 32) {
      const unsigned y = i + 4 * threadIdx.y + x / 8, c = j + 4 * (x % 8);"
  BY      "for (unsigned i = 0; i < TILE_ROWS; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE_COLS; j += 128) {
      const unsigned y = threadIdx.y + i, c = 4 * x + j;"
  RULE    contract
  ELEMENT "shared stores")

plant(fourth_float_not_kept IN transpose_float4_padded VARIANT float4_padded
  REPLACE "        tile[y][c + 3] = four.w;\n"
  BY      ""
  RULE    uninitialized_read
  ELEMENT "shared tile"
  AT      "= tile[y][c]")

plant(fifth_float_written IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[y][c + 3] = four.w"
  BY      "tile[y][c + 4] = four.w"
  RULE    race
  ELEMENT "shared tile"
  AT      "tile[y][c] =")

plant(last_columns_not_stored IN transpose_float4_padded VARIANT float4_padded
  REPLACE "i < TILE_COLS; i += THREAD_ROWS"
  BY      "i < TILE_COLS - THREAD_ROWS; i += THREAD_ROWS"
  RULE    wrong_result
  AT      "i < TILE_COLS - THREAD_ROWS")

plant(lower_half_of_the_tile_not_loaded IN transpose_float4_padded VARIANT float4_padded_64x64
  REPLACE "i < TILE_ROWS; i += 4 * THREAD_ROWS"
  BY      "i < 4 * THREAD_ROWS; i += 4 * THREAD_ROWS"
  RULE    uninitialized_read
  ELEMENT "shared tile"
  AT      "= tile[y][c]")

plant(right_half_of_the_tile_not_stored IN transpose_float4_padded VARIANT float4_padded_64x64
  REPLACE "j < TILE_ROWS; j += 32"
  BY      "j < 32; j += 32"
  RULE    wrong_result)

plant(grid_too_small IN variants VARIANT float4_padded
  REPLACE "padded, {32, 8}, {128, 32}"
  BY      "padded, {32, 8}, {256, 32}"
  RULE    wrong_result)

plant(block_indices_swapped IN transpose_float4_padded VARIANT float4_padded
  REPLACE "first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE_ROWS;
  const unsigned first_col = blockIdx.x * TILE_COLS;"
  BY      "first_row = blockIdx.x * TILE_ROWS;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE_COLS;"
  RULE    wrong_result)

# More work than needed: the result is right.

plant(no_vector_loads_without_a_tile IN variants VARIANT float4_loads
  REPLACE "transpose_float4_loads<true>"
  BY      "transpose_float4_loads<false>"
  RULE    contract
  ELEMENT "global loads")

plant(no_vector_loads_where_only_the_output_has_odd_rows IN variants VARIANT float4_padded
  REPLACE "aligned = Alignment::input_rows"
  BY      "aligned = Alignment::all_rows"
  RULE    contract
  ELEMENT "global loads")

plant(no_vector_loads_into_the_tile IN variants VARIANT float4_tile
  REPLACE "transpose_float4_tile<true>"
  BY      "transpose_float4_tile<false>"
  RULE    contract
  ELEMENT "global loads")

plant(no_vector_loads_at_all IN load_four VARIANT float4_padded
  REPLACE "if (VECTOR) return"
  BY      "if (!VECTOR) return"
  RULE    misaligned
  ELEMENT "global in")

plant(four_scalars_from_global IN load_four VARIANT float4_tile
  REPLACE "if (VECTOR) return *reinterpret_cast<const float4*>(row + col);"
  BY      "if (VECTOR) return make_float4(row[col], row[col + 1], row[col + 2], row[col + 3]);"
  RULE    contract
  ELEMENT "global loads"
  AT      "if (VECTOR)")

plant(four_scalars_into_the_tile IN transpose_float4_tile VARIANT float4_tile
  REPLACE "*reinterpret_cast<float4*>(&tile[y][4 * x]) = load_four<VECTOR>(in + size_t(row) * cols, col, cols);"
  BY      "const float4 four = load_four<VECTOR>(in + size_t(row) * cols, col, cols);
      tile[y][4 * x] = four.x;
      tile[y][4 * x + 1] = four.y;
      tile[y][4 * x + 2] = four.z;
      tile[y][4 * x + 3] = four.w;"
  RULE    contract
  ELEMENT "shared stores")

plant(twice_as_many_blocks IN variants VARIANT float4_loads
  REPLACE "loads, {32, 8}, {128, 8}"
  BY      "loads, {32, 8}, {64, 8}"
  RULE    contract
  ELEMENT "grid")

plant(two_barriers IN transpose_float4_padded VARIANT float4_padded
  REPLACE "  __syncthreads();\n"
  BY      "  __syncthreads();
  __syncthreads();\n"
  RULE    contract
  ELEMENT "barriers")

# Other words for the same.

rewrite(float4_by_its_parts IN transpose_float4_tile VARIANT float4_tile
  REPLACE "*reinterpret_cast<float4*>(&tile[y][4 * x]) = load_four<VECTOR>(in + size_t(row) * cols, col, cols);"
  BY      "const float4 four = load_four<VECTOR>(in + size_t(row) * cols, col, cols);
      reinterpret_cast<float4*>(tile[y])[x] = make_float4(four.x, four.y, four.z, four.w);")

rewrite(fourth_float_first IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[y][c] = four.x;
        tile[y][c + 1] = four.y;
        tile[y][c + 2] = four.z;
        tile[y][c + 3] = four.w;"
  BY      "float* word = tile[y] + c;
        word[3] = four.w;
        word[2] = four.z;
        word[1] = four.y;
        word[0] = four.x;")

rewrite(early_exits_joined IN transpose_float4_loads VARIANT float4_loads
  REPLACE "if (row >= rows || col >= cols) return;"
  BY      "if (col >= cols) return;
  if (row >= rows) return;")

rewrite(bits_for_division IN transpose_float4_padded VARIANT float4_padded
  REPLACE "const unsigned y = i + 4 * threadIdx.y + x / 8, c = j + 4 * (x % 8);"
  BY      "const unsigned y = i + ((threadIdx.y << 2) | (x >> 3)), c = j + ((x & 7) << 2);")

# Element offsets of 32 bits, which only a matrix of 2^31 elements shows: a few blocks of one are run.

plant(row_of_the_input_at_32_bits IN transpose_float4_tile VARIANT float4_tile
  REPLACE "in + size_t(row) * cols"
  BY      "in + row * cols"
  RULE    wrong_result
  AT      "load_four<VECTOR>(in + row * cols"
  WORDS   "2^32 elements further on")

plant(row_at_an_int IN transpose_float4_padded VARIANT float4_padded
  REPLACE "in + size_t(row) * cols"
  BY      "in + int(row * cols)"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(last_of_four_at_32_bits IN transpose_float4_loads VARIANT float4_loads
  REPLACE "size_t(col + 3) * rows"
  BY      "(col + 3) * rows"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(third_of_four_two_rows_on IN transpose_float4_loads VARIANT float4_loads
  REPLACE "out[size_t(col + 2) * rows + row]"
  BY      "out[size_t(col) * rows + row + 2]"
  RULE    written_twice
  ELEMENT "global out")

plant(rows_and_float4_of_a_warp_exchanged IN transpose_float4_padded VARIANT float4_padded
  REPLACE "x / 8, c = j + 4 * (x % 8)"
  BY      "x % 8, c = j + 4 * (x / 8)"
  RULE    out_of_bounds
  ELEMENT "shared tile"
  AT      "tile[y][c] =")

plant(every_other_group_of_rows_not_loaded IN transpose_float4_padded VARIANT float4_padded_64x64
  REPLACE "i += 4 * THREAD_ROWS"
  BY      "i += 8 * THREAD_ROWS"
  RULE    wrong_result)

plant(third_of_four_two_rows_down_in_the_tile IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[y][c + 2] = four.z"
  BY      "tile[y + 2][c] = four.z"
  RULE    wrong_result
  ELEMENT "tile"
  AT      "if (row < rows && col < cols) o"
  SIZE    1 1000)

plant(sides_of_the_tile_exchanged IN transpose_float4_tile VARIANT float4_tile
  REPLACE "tile[ROWS][COLS]"
  BY      "tile[COLS][ROWS]"
  RULE    remark
  AT      "reinterpret_cast<float4*>(&tile"
  FIRST)

plant(two_vector_kernels IN variants VARIANT float4_padded
  REPLACE "transpose_float4_padded<32, 128, false>"
  BY      "transpose_float4_padded<32, 128, true>"
  RULE    out_of_bounds
  ELEMENT "global in"
  SIZE    33 65
  FIRST)

plant(vector_and_scalar_kernel_exchanged IN variants VARIANT float4_tile
  REPLACE "transpose_float4_tile<true>, transpose_float4_tile<false>"
  BY      "transpose_float4_tile<false>, transpose_float4_tile<true>"
  RULE    out_of_bounds
  ELEMENT "global in"
  SIZE    33 65
  FIRST)

plant(twin_of_another_tile IN variants VARIANT float4_padded_64x64
  REPLACE "transpose_float4_padded<64, 64, false>"
  BY      "transpose_float4_padded<32, 128, false>"
  RULE    wrong_result
  SIZE    130 261
  FIRST)

plant(padded_tile_not_shared IN transpose_float4_padded VARIANT float4_padded
  REPLACE "__shared__ float tile"
  BY      "float tile"
  RULE    wrong_result
  AT      "float tile"
  FIRST)

plant(second_store_tested_against_rows IN transpose_float4_loads VARIANT float4_loads
  REPLACE "if (col + 1 < cols)"
  BY      "if (col + 1 < rows)"
  RULE    wrong_result
  ELEMENT "out"
  AT      "out[size_t(col + 1) * rows + row]"
  WORDS   "if (col + 1 < rows) keeps thread"
  FIRST)

plant(fence_in_place_of_the_barrier IN transpose_float4_padded VARIANT float4_padded
  REPLACE "__syncthreads()"
  BY      "__threadfence_block()"
  RULE    race
  AT      "tile[y][c] = four.x"
  WORDS   "lets no thread wait"
  FIRST)

plant(third_column_loaded_for_the_second IN load_four VARIANT float4_loads
  REPLACE "row[col + 1]"
  BY      "row[col + 2]"
  RULE    wrong_result
  AT      "four.y ="
  FIRST)

plant(third_column_loaded_again IN load_four VARIANT float4_loads
  REPLACE "row[col + 3]"
  BY      "row[col + 2]"
  RULE    wrong_result
  AT      "four.w ="
  FIRST)

plant(blocks_of_floats IN transpose_float4_loads VARIANT float4_loads
  REPLACE "4 * (blockIdx.x * blockDim.x + threadIdx.x)"
  BY      "blockIdx.x * blockDim.x + 4 * threadIdx.x"
  RULE    wrong_result
  WORDS   "blockIdx.x counts 32, and not 128"
  FIRST)

plant(rows_as_long_as_the_outputs IN transpose_float4_padded VARIANT float4_padded
  REPLACE "load_four<VECTOR>(in + size_t(row) * cols, col, cols)"
  BY      "load_four<VECTOR>(in + size_t(row) * rows, col, cols)"
  RULE    wrong_result
  ELEMENT "in"
  WORDS   "no thread loads" "called at"
  FIRST)

# Of four in registers, the one that is stored in the place of another; and the one that is loaded there.
plant(third_stored_as_the_second IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[y][c + 1] = four.y"
  BY      "tile[y][c + 1] = four.z"
  RULE    wrong_result
  AT      "tile[y][c + 1] = four.z"
  FIRST)

plant(third_loaded_as_the_first IN load_four VARIANT float4_loads
  REPLACE "four.z = row[col + 2]"
  BY      "four.x = row[col + 2]"
  RULE    wrong_result
  AT      "four.x = row[col + 2]"
  FIRST)

plant(two_registers_exchanged IN load_four VARIANT float4_loads
  REPLACE "four.z = row[col + 2];
  if (col + 3 < cols) four.w = row"
  BY      "four.w = row[col + 2];
  if (col + 3 < cols) four.z = row"
  RULE    wrong_result
  WORDS   "either the load is to another variable, or the store is of another one")

plant(rows_of_the_tile_by_the_wrong_length IN transpose_float4_tile VARIANT float4_tile
  REPLACE "in + size_t(row) * cols"
  BY      "in + size_t(row) * rows"
  RULE    wrong_result
  WORDS   "threadIdx.y counts 3, and not 5, as the length of a row (called at kernel.cuh:57)"
  FIRST)

plant(rows_that_a_pad_misaligns IN transpose_float4_tile VARIANT float4_tile
  REPLACE "float tile[ROWS][COLS];"
  BY      "float tile[ROWS][COLS + 1];"
  RULE    misaligned
  WORDS   "a row of tile[ROWS][COLS + 1] at kernel.cuh:47 has 516 bytes"
  FIRST)

plant(index_of_elements_for_vectors IN load_four VARIANT float4_loads
  REPLACE "*reinterpret_cast<const float4*>(row + col)"
  BY      "reinterpret_cast<const float4*>(row)[col]"
  RULE    out_of_bounds
  WORDS   "the index counts float4 here, and not single elements")

plant(remainder_of_the_product IN transpose_float4_padded VARIANT float4_padded
  REPLACE "c = j + 4 * (x % 8)"
  BY      "c = j + 4 * x % 8"
  RULE    wrong_result
  WORDS   "c = j + 4 * x % 8, which is (4 * x) % 8, at kernel.cuh:86"
  FIRST)

plant(second_component_for_the_third IN transpose_float4_loads VARIANT float4_loads
  REPLACE "rows + row] = four.z;"
  BY      "rows + row] = four.y;"
  RULE    wrong_result
  AT      "out[size_t(col + 2)"
  WORDS   "four.y is used twice, and four.z nowhere"
  FIRST)

# What the first message has to tell apart: the test that is right from the sum that it does not test; and
# the blocks that do nothing.
plant(fourth_column_not_tested IN transpose_float4_loads VARIANT float4_loads
  REPLACE "if (col + 3 < cols) out[size_t(col + 3)"
  BY      "out[size_t(col + 3)"
  RULE    out_of_bounds
  WORDS   "does not test col + 3"
  FIRST)

plant(blocks_in_the_other_direction IN transpose_float4_padded VARIANT float4_padded
  REPLACE "(blockIdx.z * gridDim.y + blockIdx.y) * TILE_ROWS;
  const unsigned first_col = blockIdx.x * TILE_COLS;

#pragma unroll
  for (unsigned i = 0; i < TILE_ROWS; i += 4"
  BY      "(blockIdx.y * gridDim.y + blockIdx.z) * TILE_ROWS;
  const unsigned first_col = blockIdx.x * TILE_COLS;

#pragma unroll
  for (unsigned i = 0; i < TILE_ROWS; i += 4"
  RULE    wrong_result
  WORDS   "first_row = (blockIdx.y * gridDim.y + blockIdx.z) * TILE_ROWS: this line does so only where blockIdx.y is 0"
  FIRST)

plant(third_of_four_behind_the_fourth IN load_four VARIANT float4_loads
  REPLACE "if (col + 2 < cols) four.z"
  BY      "if (col + 3 < cols) four.z"
  RULE    wrong_result
  AT      "four.z = row"
  WORDS   "if (col + 3 < cols) keeps thread (17, 0) of block (0, 0) from in[0][70]"
  SIZE    34 71)

plant(rows_for_the_length_of_a_row IN transpose_float4_loads VARIANT float4_loads
  REPLACE "(in + size_t(row) * cols, col, cols)"
  BY      "(in + size_t(row) * cols, col, rows)"
  RULE    wrong_result
  WORDS   ", with cols = rows at kernel.cuh:30, keeps thread"
  SIZE    31 33)

plant(threads_not_multiplied IN transpose_float4_loads VARIANT float4_loads
  REPLACE "4 * (blockIdx.x * blockDim.x + threadIdx.x)"
  BY      "4 * blockIdx.x * blockDim.x + threadIdx.x"
  RULE    misaligned
  WORDS   "col = 4 * blockIdx.x * blockDim.x + threadIdx.x at kernel.cuh:27 counts single elements by threadIdx.x, and 16 "
          "bytes are several")
