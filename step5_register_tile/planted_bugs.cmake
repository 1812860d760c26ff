# The bugs of step 5. common/tests/planted/plant.cmake tells how to read this.

plant(float4_on_misaligned_rows IN variants VARIANT registers_16x16
  REPLACE "Alignment::all_rows"
  BY      "Alignment::any"
  EXPECT  "misaligned" "global in")

plant(rows_of_the_output_not_aligned IN variants VARIANT registers_32x8
  REPLACE "Alignment::all_rows"
  BY      "Alignment::input_rows"
  EXPECT  "misaligned" "global out"
  SIZE    131 256)

plant(rows_not_turned IN load_columns VARIANT registers_32x8
  REPLACE "column[0] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);"
  BY      "column[0] = r[0];"
  EXPECT  "12288 of 65536 elements are wrong, 0 of them never written")

plant(two_columns_swapped IN load_columns VARIANT registers_16x16
  REPLACE "column[1] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y)"
  BY      "column[1] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z)"
  EXPECT  "16384 of 65536 elements are wrong, 0 of them never written")

plant(rows_below_not_tested IN load_columns VARIANT swizzled_64x64
  REPLACE "row + i < rows && col < cols"
  BY      "row < rows && col < cols"
  EXPECT  "out of bounds" "global in")

plant(last_of_four_not_tested IN store_four VARIANT registers_8x32
  REPLACE "if (first + 3 < length) row"
  BY      "row"
  EXPECT  "written twice" "global out"
  AT      "four.w")

plant(columns_not_tested IN transpose_register_tile VARIANT registers_16x16
  REPLACE "if (col + i < cols) store"
  BY      "store"
  EXPECT  "out of bounds" "global out")

plant(three_columns_of_four IN transpose_register_tile VARIANT registers_8x32
  REPLACE "i < 4"
  BY      "i < 3"
  EXPECT  "16384 of 65536 elements are wrong, 16384 of them never written")

plant(neighbouring_tiles_overlap IN transpose_register_tile VARIANT registers_32x8
  REPLACE "row = 4 * ((blockIdx.z"
  BY      "row = ((blockIdx.z"
  EXPECT  "written twice" "global out")

plant(no_barrier IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "  __syncthreads();\n"
  BY      ""
  EXPECT  "race on shared tile")

plant(barrier_in_a_branch IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "__syncthreads();"
  BY      "if (first_row + 4 * x < rows) __syncthreads();"
  EXPECT  "divergent barrier"
  AT      "__syncthreads")

plant(swizzled_on_one_side IN transpose_through_swizzled VARIANT swizzled_64x64
  REPLACE "tile[c][x ^ (c / 4 % 8)]"
  BY      "tile[c][x]"
  EXPECT  "57344 of 65536 elements are wrong, 0 of them never written")

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
  EXPECT  "memory contract" "and 4, 32 wavefronts" "and 4, 4 wavefronts")

plant(swizzled_beyond_the_row IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "[y ^ (x % 8)]"
  BY      "[y + x % 8]"
  EXPECT  "out of bounds" "shared tile"
  AT      "= column[i]")

plant(a_quarter_of_the_tile_stored IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "i += THREADS"
  BY      "i += 64"
  EXPECT  "49152 of 65536 elements are wrong, 49152 of them never written")

plant(grid_not_turned IN variants VARIANT write_order_64x64
  REPLACE "ordered, {16, 16}, {64, 64}, by_output"
  BY      "ordered, {16, 16}, {64, 64}"
  EXPECT  "32768 of 131072 elements are wrong, 32768 of them never written")

plant(blocks_not_turned IN transpose_through_swizzled VARIANT write_order_64x64
  REPLACE "(WRITE_ORDER ? block_y : blockIdx.x)"
  BY      "blockIdx.x"
  EXPECT  "written twice" "global out")

plant(scalars_without_barrier IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "  __syncthreads();\n"
  BY      ""
  EXPECT  "race on shared tile")

plant(second_half_of_the_rows_not_loaded IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "row = first_row + y + THREAD_ROWS * i, col"
  BY      "row = first_row + y, col"
  EXPECT  "32768 of 65536 elements are wrong, 0 of them never written")

plant(third_scalar_taken_twice IN transpose_through_scalars VARIANT scalar_tile_64x64
  REPLACE "tile[4 * x + 2][c], tile[4 * x + 3][c])"
  BY      "tile[4 * x + 2][c], tile[4 * x + 2][c])"
  EXPECT  "16384 of 65536 elements are wrong, 0 of them never written")

plant(rows_begin_not_stored IN store_shifted_tile VARIANT shifted_128x64
  REPLACE "if (!WHOLE && first_row == 0 && x < skip"
  BY      "if (WHOLE && first_row == 0 && x < skip"
  EXPECT  "of them never written")

plant(skip_differs_from_block_to_block IN store_shifted_tile VARIANT shifted_128x64
  REPLACE "(0 - (first_col + y) * rows)"
  BY      "(blockIdx.x - (first_col + y) * rows)"
  EXPECT  "of them never written")

plant(tile_without_the_skipped_rows IN transpose_shifted VARIANT shifted_128x64
  REPLACE "first_row + SHIFTED_ROWS + SECTOR <= rows"
  BY      "first_row + SHIFTED_ROWS <= rows"
  EXPECT  "out of bounds" "global in")

plant(shifted_without_barrier IN transpose_shifted_tile VARIANT shifted_128x64
  REPLACE "  __syncthreads();\n"
  BY      ""
  EXPECT  "race on shared tile")
