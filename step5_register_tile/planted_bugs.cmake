# The bugs of step 5. common/tests/planted/plant.cmake tells how to read this.

plant(float4_on_misaligned_rows IN variants VARIANT registers_16x16
  REPLACE "Alignment::all_rows"
  BY      "Alignment::any"
  RULE    misaligned
  ELEMENT "global in")

plant(rows_of_the_output_not_aligned IN variants VARIANT registers_32x8
  REPLACE "Alignment::all_rows"
  BY      "Alignment::input_rows"
  RULE    misaligned
  ELEMENT "global out"
  SIZE    131 256)

plant(rows_not_turned IN load_columns VARIANT registers_32x8
  REPLACE "column[0] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);"
  BY      "column[0] = r[0];"
  RULE    wrong_result)

plant(two_columns_swapped IN load_columns VARIANT registers_16x16
  REPLACE "column[1] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y)"
  BY      "column[1] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z)"
  RULE    wrong_result)

plant(rows_below_not_tested IN load_columns VARIANT swizzled_64x64
  REPLACE "row + i < rows && col < cols"
  BY      "row < rows && col < cols"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(last_of_four_not_tested IN store_four VARIANT registers_8x32
  REPLACE "if (first + 3 < length) row"
  BY      "row"
  RULE    written_twice
  ELEMENT "global out"
  AT      "four.w")

plant(columns_not_tested IN transpose_register_tile VARIANT registers_16x16
  REPLACE "if (col + i < cols) store"
  BY      "store"
  RULE    out_of_bounds
  ELEMENT "global out")

plant(three_columns_of_four IN transpose_register_tile VARIANT registers_8x32
  REPLACE "i < 4"
  BY      "i < 3"
  RULE    wrong_result)

plant(neighbouring_tiles_overlap IN transpose_register_tile VARIANT registers_32x8
  REPLACE "row = 4 * ((blockIdx.z"
  BY      "row = ((blockIdx.z"
  RULE    misaligned
  ELEMENT "global out")

plant(lanes_side_by_side_that_store_four IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "row = first_row + 4 * x, col = first_col + c"
  BY      "row = first_row + x, col = first_col + c"
  RULE    wrong_result
  AT      "row = first_row + x, col = first_col + c"
  WORDS   "row = first_row + x: threadIdx.x counts 1, and not 4"
  FIRST)

plant(no_barrier IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(barrier_in_a_branch IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "__syncthreads();"
  BY      "if (x < 8) __syncthreads();"
  RULE    divergent_barrier
  AT      "__syncthreads")

# Harmless: threads that do not come have nothing left to do.
rewrite(barrier_for_those_that_go_on IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "__syncthreads();"
  BY      "if (first_row + 4 * x < rows) __syncthreads();")

plant(swizzled_on_one_side IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "tile[c][x ^ (c / 4 % 8)]"
  BY      "tile[c][x]"
  RULE    wrong_result)

plant(swizzle_forgotten IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "[y ^ (x % 8)] = column[i];
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREADS) {
    const unsigned c = y + i;
    const unsigned row = first_row + 4 * x, col = first_col + c;
    if (row < rows && col < cols) {
      store_four<VECTOR>(out + size_t(col) * rows, row, rows, tile[c][x ^ (c / 4 % 8)]"
  BY      "[y] = column[i];
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREADS) {
    const unsigned c = y + i;
    const unsigned row = first_row + 4 * x, col = first_col + c;
    if (row < rows && col < cols) {
      store_four<VECTOR>(out + size_t(col) * rows, row, rows, tile[c][x]"
  RULE    contract
  ELEMENT "shared stores")

plant(swizzled_beyond_the_row IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "[y ^ (x % 8)]"
  BY      "[y + x % 8]"
  RULE    out_of_bounds
  ELEMENT "shared tile"
  AT      "= column[i]")

plant(a_quarter_of_the_tile_stored IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "i += THREADS"
  BY      "i += 64"
  RULE    wrong_result)

plant(grid_not_turned IN variants VARIANT write_order_64x64
  REPLACE "ordered, {16, 16}, {64, 64}, by_output"
  BY      "ordered, {16, 16}, {64, 64}"
  RULE    wrong_result)

plant(blocks_not_turned IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "(WRITE_ORDER ? block_y : blockIdx.x)"
  BY      "blockIdx.x"
  RULE    remark
  ELEMENT "global out")

plant(scalars_without_barrier IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(second_half_of_the_rows_not_loaded IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "row = first_row + y + THREAD_ROWS * i, col"
  BY      "row = first_row + y, col"
  RULE    wrong_result)

plant(third_scalar_taken_twice IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "tile[4 * x + 2][c], tile[4 * x + 3][c])"
  BY      "tile[4 * x + 2][c], tile[4 * x + 2][c])"
  RULE    wrong_result)

plant(rows_begin_not_stored IN store_shifted_tile VARIANT shifted_128x64
  REPLACE "if (!WHOLE && first_row == 0 && x < skip"
  BY      "if (WHOLE && first_row == 0 && x < skip"
  RULE    wrong_result
  AT      "if (WHOLE || row < rows) row_of_output[row]")

plant(skip_differs_from_block_to_block IN store_shifted_tile VARIANT shifted_128x64
  REPLACE "(0 - (first_col + y) * rows)"
  BY      "(blockIdx.x - (first_col + y) * rows)"
  RULE    wrong_result)

plant(tile_without_the_skipped_rows IN transpose_shifted VARIANT shifted_128x64
  REPLACE "first_row + SHIFTED_ROWS + SECTOR <= rows"
  BY      "first_row + SHIFTED_ROWS <= rows"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(shifted_without_barrier IN transpose_shifted_tile VARIANT shifted_128x64
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(first_threads_to_the_other_barrier IN transpose_shifted VARIANT shifted_128x64
  REPLACE "if (whole) {"
  BY      "if (whole && threadIdx.y > 0) {"
  RULE    divergent_barrier
  SIZE    256 256)

# More work than needed: the result is right.

plant(four_scalars_stored IN variants VARIANT registers_16x16
  REPLACE "registers{transpose_register_tile<true>"
  BY      "registers{transpose_register_tile<false>"
  RULE    contract
  ELEMENT "global stores")

plant(no_vectors_in_write_order IN variants VARIANT write_order_64x64
  REPLACE "transpose_through_swizzled<true, true>"
  BY      "transpose_through_swizzled<false, true>"
  RULE    contract
  ELEMENT "global loads")

plant(scalars_stored_one_by_one IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "if (VECTOR) {"
  BY      "if (VECTOR && rows == 0) {"
  RULE    contract
  ELEMENT "global stores")

plant(pad_of_the_scalar_tile_forgotten IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "tile[TILE][TILE + 1]"
  BY      "tile[TILE][TILE]"
  RULE    contract
  ELEMENT "shared loads")

plant(two_barriers IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "  __syncthreads();\n"
  BY      "  __syncthreads();
  __syncthreads();\n"
  RULE    contract
  ELEMENT "barriers")

plant(twice_as_many_blocks IN variants VARIANT registers_8x32
  REPLACE "{8, 32}, {32, 128}"
  BY      "{8, 32}, {32, 64}"
  RULE    contract
  ELEMENT "grid")

plant(shifted_rows_loaded_for_nothing IN load_shifted_tile VARIANT shifted_128x64
  REPLACE "for (unsigned i = 0; i < SHIFTED_LOADS; ++i) {
    const unsigned down = SHIFTED_THREAD_ROWS * i;"
  BY      "for (unsigned j = 0; j < 2 * SHIFTED_LOADS; ++j) {
    const unsigned i = j % SHIFTED_LOADS, down = SHIFTED_THREAD_ROWS * i;"
  RULE    contract
  ELEMENT "global loads"
  AT      "if (WHOL")

# Other words for the same.

rewrite(columns_by_a_loop IN transpose_register_tile VARIANT registers_32x8
  REPLACE "if (col + i < cols) store_four<VECTOR>(out + size_t(col + i) * rows, row, rows, column[i]);"
  BY      "if (col + i >= cols) break;
    float* to = out;
    to += size_t(col + i) * rows;
    store_four<VECTOR>(to, row, rows, column[i]);")

rewrite(swizzled_by_a_mask IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "tile[c][x ^ (c / 4 % 8)]"
  BY      "tile[c][x ^ ((c >> 2) & 7)]")

rewrite(tests_everywhere IN transpose_shifted VARIANT shifted_128x64
  REPLACE "if (whole) {"
  BY      "if (whole && rows == 0) {")

rewrite(tests_one_by_one IN load_columns VARIANT registers_16x16
  REPLACE "    if (row + i < rows && col < cols) r[i] = load_four<VECTOR>(in + size_t(row + i) * cols, col, cols);"
  BY      "    if (row + i >= rows) break;
    if (col >= cols) continue;
    r[i] = load_four<VECTOR>(in + size_t(row + i) * cols, col, cols);")

rewrite(blocks_in_another_order IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "  const unsigned first_row = blockIdx.x * TILE;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;

  float4 four"
  BY      "  const unsigned first_row = (gridDim.x - 1 - blockIdx.x) * TILE;
  const unsigned first_col = (blockIdx.y * gridDim.z + blockIdx.z) * TILE;

  float4 four")

# Element offsets of 32 bits, which only a matrix of 2^31 elements shows: a few blocks of one are run.

plant(rows_of_the_input_at_32_bits IN load_columns VARIANT registers_16x16
  REPLACE "size_t(row + i) * cols"
  BY      "(row + i) * cols"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(rows_of_the_output_at_32_bits IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "size_t(col) * rows"
  BY      "col * rows"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(scalar_tile_at_32_bits IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "out + size_t(col) * rows + row"
  BY      "out + (col * rows + row)"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(shifted_input_at_32_bits IN load_shifted_tile VARIANT shifted_128x64
  REPLACE "size_t(first_row + y) * cols"
  BY      "(first_row + y) * cols"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(shifted_output_at_an_int IN store_shifted_tile VARIANT shifted_128x64
  REPLACE "out + size_t(col) * rows"
  BY      "out + int(col * rows)"
  RULE    out_of_bounds
  ELEMENT "global out")

plant(swizzle_of_16_on_the_way_in IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "y ^ (x % 8)"
  BY      "y ^ (x % 16)"
  RULE    wrong_result)

plant(row_and_column_of_the_input_exchanged IN transpose_register_tile VARIANT registers_32x8
  REPLACE "in, row, col, rows"
  BY      "in, col, row, rows"
  RULE    wrong_result
  SIZE    256 512)

plant(two_registers_exchanged IN load_columns VARIANT registers_8x32
  REPLACE "make_float4(r[0].y, r[1].y, r[2].y, r[3].y)"
  BY      "make_float4(r[0].y, r[2].y, r[1].y, r[3].y)"
  RULE    wrong_result)

plant(threads_one_column_apart IN transpose_register_tile VARIANT registers_32x8
  REPLACE "4 * (blockIdx.x * blockDim.x + threadIdx.x)"
  BY      "4 * blockIdx.x * blockDim.x + threadIdx.x"
  RULE    wrong_result)

plant(aligned_as_the_input_only IN variants VARIANT registers_32x8
  REPLACE "Alignment::all_rows"
  BY      "Alignment::input_rows"
  RULE    misaligned
  ELEMENT "global out"
  SIZE    131 256
  FIRST)

plant(twin_of_the_other_order IN variants VARIANT write_order_64x64
  REPLACE "transpose_through_swizzled<false, true>"
  BY      "transpose_through_swizzled<false, false>"
  RULE    wrong_result
  SIZE    130 261
  FIRST)

plant(threads_exchanged_on_the_way_in IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "first_row + 4 * y, first_col + 4 * x, rows"
  BY      "first_row + 4 * x, first_col + 4 * y, rows"
  RULE    wrong_result
  SIZE    1 1000
  FIRST)

plant(three_columns_of_four_into_the_tile IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "i < 4; ++i) tile"
  BY      "i < 3; ++i) tile"
  RULE    wrong_result
  ELEMENT "tile"
  AT      "tile[4 * x + i]"
  WORDS   "no thread stores to tile[3][0]"
  FIRST)

plant(swizzled_tile_not_shared IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "__shared__ float4 tile"
  BY      "float4 tile"
  RULE    wrong_result
  AT      "float4 tile"
  FIRST)

plant(a_round_of_loads_too_few IN load_shifted_tile VARIANT shifted_128x64
  REPLACE "i < SHIFTED_LOADS; ++i) tile"
  BY      "i < SHIFTED_LOADS - 1; ++i) tile"
  RULE    uninitialized_read
  ELEMENT "shared tile"
  SIZE    203 135
  FIRST)

plant(rounds_along_the_columns IN load_columns VARIANT registers_32x8
  REPLACE "in + size_t(row + i) * cols, col, cols"
  BY      "in + size_t(row) * cols + i, col, cols"
  RULE    wrong_result
  SIZE    33 65
  FIRST)

plant(skip_of_two_sectors IN store_shifted_tile VARIANT shifted_128x64
  REPLACE "% SECTOR;"
  BY      "% 16;"
  RULE    remark
  AT      "= tile[c][skip + x]"
  FIRST)

plant(rows_of_blocks_of_floats IN transpose_register_tile VARIANT registers_32x8
  REPLACE "4 * ((blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + threadIdx.y)"
  BY      "(blockIdx.z * gridDim.y + blockIdx.y) * blockDim.y + 4 * threadIdx.y"
  RULE    wrong_result
  WORDS   "blockIdx.y counts 8, and not 32"
  FIRST)

plant(blocks_in_z_by_the_wrong_side IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "blockIdx.z * gridDim.y"
  BY      "blockIdx.z * gridDim.x"
  RULE    wrong_result
  WORDS   "where blockIdx.z is 0"
  SIZE    1031 37 3)

plant(columns_stored_past_the_tile IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "tile[c][x ^ (c / 4 % 8)]"
  BY      "column[i / THREADS]"
  RULE    wrong_result
  ELEMENT "tile"
  FIRST)

plant(rows_of_the_next_thread IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "load_columns<VECTOR>(column, in, first_row + 4 * y,"
  BY      "load_columns<VECTOR>(column, in, first_row + y,"
  RULE    wrong_result
  ELEMENT "in"
  WORDS   "no thread loads" "called at"
  FIRST)

plant(first_of_four_twice IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "words[2] = four[i].z;"
  BY      "words[2] = four[i].x;"
  RULE    wrong_result
  AT      "words[2] = four[i].x;"
  FIRST)

# A helper is given the wrong argument.
plant(arguments_exchanged IN transpose_register_tile VARIANT registers_32x8
  REPLACE "load_columns<VECTOR>(column, in, row, col, rows, cols)"
  BY      "load_columns<VECTOR>(column, in, col, row, rows, cols)"
  RULE    wrong_result
  AT      "column, in, col, row"
  WORDS   "row = col, col = row: they are exchanged"
  FIRST)

plant(registers_of_two_rows_exchanged IN load_columns VARIANT swizzled_64x64
  REPLACE "column[1] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y)"
  BY      "column[1] = make_float4(r[0].y, r[1].y, r[3].y, r[2].y)"
  RULE    wrong_result
  AT      "column[1] = make_float4"
  WORDS   "r[3].y stands before r[2].y here: are they exchanged?"
          "exchanged within tile[1][0], or in the registers that are stored to it"
  FIRST)

plant(tile_tested_for_less_than_it_reaches IN transpose_shifted VARIANT shifted_128x64
  REPLACE "first_row + SHIFTED_ROWS + SECTOR <= rows"
  BY      "first_row + SHIFTED_ROWS <= rows"
  RULE    out_of_bounds
  WORDS   "if (whole), whole = first_row > 0 && first_row + SHIFTED_ROWS <= rows" "lets it through"
  FIRST)

plant(second_component_in_the_third_column IN load_columns VARIANT registers_32x8
  REPLACE "r[2].z, r[3].z)"
  BY      "r[2].z, r[3].y)"
  RULE    wrong_result
  AT      "column[2] ="
  WORDS   "r[3].y is used twice, and r[3].z nowhere"
  FIRST)

plant(second_row_of_the_tile_for_the_third IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "tile[4 * x + 1][c], tile[4 * x + 2][c], tile[4 * x + 3][c])"
  BY      "tile[4 * x + 1][c], tile[4 * x + 1][c], tile[4 * x + 3][c])"
  RULE    wrong_result
  AT      "*reinterpret_cast<float4*>(to) ="
  WORDS   "tile[4 * x + 1][c] is used twice, and tile[4 * x + 2][c] nowhere"
  FIRST
  CLANG   "the line is that of the operand, not the first of the statement")

plant(first_column_from_the_row_of_blocks IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "(WRITE_ORDER ? block_y : blockIdx.x)"
  BY      "(WRITE_ORDER ? blockIdx.x : block_y)"
  RULE    wrong_result
  AT      "first_col = (WRITE_ORDER"
  WORDS   "blockIdx.y stands where blockIdx.x is wanted"
  FIRST)

plant(rows_as_long_as_the_input_s IN transpose_register_tile VARIANT registers_32x8
  REPLACE "row, rows, column[i]"
  BY      "row, cols, column[i]"
  RULE    out_of_bounds
  ELEMENT "global out"
  WORDS   "length = cols at kernel.cuh:64"
  SIZE    31 33
  FIRST)

plant(left_where_both_are_outside IN transpose_register_tile VARIANT registers_32x8
  REPLACE "if (row >= rows || col >= cols) return;"
  BY      "if (row >= rows && col >= cols) return;"
  RULE    out_of_bounds
  WORDS   "if (row >= rows && col >= cols) return at kernel.cuh:59 lets it through where one of the two holds: is || meant?"
  FIRST)

plant(threads_numbered_by_the_rows_of_the_block IN store_shifted_tile VARIANT shifted_128x64
  REPLACE "threadIdx.y * SHIFTED_COLS"
  BY      "threadIdx.y * blockDim.y"
  RULE    remark
  WORDS   "thread = threadIdx.y * blockDim.y + threadIdx.x at shifted.cuh:47 is 8 for both"
  FIRST)
