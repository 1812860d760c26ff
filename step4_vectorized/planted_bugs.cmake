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

plant(third_column_tested_too_strictly IN load_four VARIANT float4_loads
  REPLACE "if (col + 2 < cols) four.z"
  BY      "if (col + 3 < cols) four.z"
  EXPECT  "no thread loads in[0]" "a test is too strict by one"
  AT      "four.z")

plant(one_column_too_many IN load_four VARIANT float4_tile
  REPLACE "col + 1 < cols"
  BY      "col + 1 <= cols"
  EXPECT  "out of bounds" "global in"
  AT      "four.y")

plant(fourth_column_not_stored IN transpose_float4_loads VARIANT float4_loads
  REPLACE "  if (col + 3 < cols) out[size_t(col + 3) * rows + row] = four.w;"
  BY      ""
  EXPECT  "leaves rows out: threadIdx.x goes on by 4, but the rounds cover 3"
  AT      "out[size_t(col) * rows + row] = four.x")

plant(two_of_four_swapped IN transpose_float4_loads VARIANT float4_loads
  REPLACE "out[size_t(col + 1) * rows + row] = four.y"
  BY      "out[size_t(col + 1) * rows + row] = four.z"
  EXPECT  "16384 of 65536 elements are wrong, 0 of them never written"
  AT      "out[size_t(col + 1)")

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
  REPLACE "tile[TILE_ROWS][TILE_COLS + 1]"
  BY      "tile[TILE_ROWS][TILE_COLS]"
  EXPECT  "memory contract: shared loads: 2048 requests, 65536 wavefronts (32 each)" "2048 wavefronts (1 each)")

plant(a_row_of_lanes_per_row IN transpose_float4_padded VARIANT float4_padded
  REPLACE "for (unsigned i = 0; i < TILE_ROWS; i += 4 * THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE_COLS; j += 32) {
      const unsigned y = i + 4 * threadIdx.y + x / 8, c = j + 4 * (x % 8);"
  BY      "for (unsigned i = 0; i < TILE_ROWS; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE_COLS; j += 128) {
      const unsigned y = threadIdx.y + i, c = 4 * x + j;"
  EXPECT  "memory contract: shared stores: 2048 requests, 8192 wavefronts (4 each)" "2048 wavefronts (1 each)")

plant(fourth_float_not_kept IN transpose_float4_padded VARIANT float4_padded
  REPLACE "        tile[y][c + 3] = four.w;\n"
  BY      ""
  EXPECT  "uninitialized read" "shared tile"
  AT      "= tile[y][c]")

plant(fifth_float_written IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[y][c + 3] = four.w"
  BY      "tile[y][c + 4] = four.w"
  EXPECT  "race on shared tile"
  AT      "four.w")

plant(last_columns_not_stored IN transpose_float4_padded VARIANT float4_padded
  REPLACE "i < TILE_COLS; i += THREAD_ROWS"
  BY      "i < TILE_COLS - THREAD_ROWS; i += THREAD_ROWS"
  EXPECT  "4096 of 65536 elements are wrong, 4096 of them never written"
  AT      "= tile[y][c]")

plant(lower_half_of_the_tile_not_loaded IN transpose_float4_padded VARIANT float4_padded_64x64
  REPLACE "i < TILE_ROWS; i += 4 * THREAD_ROWS"
  BY      "i < 4 * THREAD_ROWS; i += 4 * THREAD_ROWS"
  EXPECT  "uninitialized read" "shared tile"
  AT      "= tile[y][c]")

plant(right_half_of_the_tile_not_stored IN transpose_float4_padded VARIANT float4_padded_64x64
  REPLACE "j < TILE_ROWS; j += 32"
  BY      "j < 32; j += 32"
  EXPECT  "32768 of 65536 elements are wrong, 32768 of them never written")

plant(grid_too_small IN variants VARIANT float4_padded
  REPLACE "padded, {32, 8}, {128, 32}"
  BY      "padded, {32, 8}, {256, 32}"
  EXPECT  "variants.cu:15: the tile is {256, 32}, but a block does 128 x 32" "32768 of 65536 elements are wrong, 32768 of them never written")

plant(block_indices_swapped IN transpose_float4_padded VARIANT float4_padded
  REPLACE "first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE_ROWS;
  const unsigned first_col = blockIdx.x * TILE_COLS;"
  BY      "first_row = blockIdx.x * TILE_ROWS;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE_COLS;"
  EXPECT  "rows and columns are swapped in the grid")

# More work than needed: the result is right.

plant(no_vector_loads_without_a_tile IN variants VARIANT float4_loads
  REPLACE "transpose_float4_loads<true>"
  BY      "transpose_float4_loads<false>"
  EXPECT  "memory contract: global loads: 2048 requests, 32768 sectors (16 each)" "not 512 requests, 8192 sectors")

plant(no_vector_loads_where_only_the_output_has_odd_rows IN variants VARIANT float4_padded
  REPLACE "aligned = Alignment::input_rows"
  BY      "aligned = Alignment::all_rows"
  EXPECT  "memory contract: global loads")

plant(no_vector_loads_into_the_tile IN variants VARIANT float4_tile
  REPLACE "transpose_float4_tile<true>"
  BY      "transpose_float4_tile<false>"
  EXPECT  "memory contract: global loads: 2048 requests, 32768 sectors (16 each)" "not 512 requests, 8192 sectors")

plant(no_vector_loads_at_all IN load_four VARIANT float4_padded
  REPLACE "if (VECTOR) return"
  BY      "if (!VECTOR) return"
  EXPECT  "misaligned" "global in")

plant(four_scalars_from_global IN load_four VARIANT float4_tile
  REPLACE "if (VECTOR) return *reinterpret_cast<const float4*>(row + col);"
  BY      "if (VECTOR) return make_float4(row[col], row[col + 1], row[col + 2], row[col + 3]);"
  EXPECT  "memory contract: global loads: 2048 requests" "(called at"
  AT      "if (VECTOR)")

plant(four_scalars_into_the_tile IN transpose_float4_tile VARIANT float4_tile
  REPLACE "*reinterpret_cast<float4*>(&tile[y][4 * x]) = load_four<VECTOR>(in + size_t(row) * cols, col, cols);"
  BY      "const float4 four = load_four<VECTOR>(in + size_t(row) * cols, col, cols);
      tile[y][4 * x] = four.x;
      tile[y][4 * x + 1] = four.y;
      tile[y][4 * x + 2] = four.z;
      tile[y][4 * x + 3] = four.w;"
  EXPECT  "memory contract: shared stores: 2048 requests, 8192 wavefronts (4 each)" "not 512 requests, 2048 wavefronts")

plant(twice_as_many_blocks IN variants VARIANT float4_loads
  REPLACE "loads, {32, 8}, {128, 8}"
  BY      "loads, {32, 8}, {64, 8}"
  EXPECT  "memory contract: grid: 128 blocks" "not 64 blocks")

plant(two_barriers IN transpose_float4_padded VARIANT float4_padded
  REPLACE "  __syncthreads();\n"
  BY      "  __syncthreads();
  __syncthreads();\n"
  EXPECT  "memory contract: barriers: 32 passed" "not 16 passed")

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
  EXPECT  "2^32 elements further on")

plant(row_at_an_int IN transpose_float4_padded VARIANT float4_padded
  REPLACE "in + size_t(row) * cols"
  BY      "in + int(row * cols)"
  EXPECT  "out of bounds" "global in" "2^32 less than" "the offset is an int, of 32 bits")

plant(last_of_four_at_32_bits IN transpose_float4_loads VARIANT float4_loads
  REPLACE "size_t(col + 3) * rows"
  BY      "(col + 3) * rows"
  EXPECT  "2^32 elements further on")

plant(third_of_four_two_rows_on IN transpose_float4_loads VARIANT float4_loads
  REPLACE "out[size_t(col + 2) * rows + row]"
  BY      "out[size_t(col) * rows + row + 2]"
  EXPECT  "written twice: global out" "at kernel.cuh"
  AT      "row + 2]")

plant(rows_and_float4_of_a_warp_exchanged IN transpose_float4_padded VARIANT float4_padded
  REPLACE "x / 8, c = j + 4 * (x % 8)"
  BY      "x % 8, c = j + 4 * (x / 8)"
  EXPECT  "leaves columns out: a round goes on by 32, but the rounds and threadIdx.x / 8 cover 16")

plant(every_other_group_of_rows_not_loaded IN transpose_float4_padded VARIANT float4_padded_64x64
  REPLACE "i += 4 * THREAD_ROWS"
  BY      "i += 8 * THREAD_ROWS"
  EXPECT  "leaves rows out: blockIdx.y goes on by 64, but threadIdx.x / 8 and threadIdx.y cover 32")

plant(third_of_four_two_rows_down_in_the_tile IN transpose_float4_padded VARIANT float4_padded
  REPLACE "tile[y][c + 2] = four.z"
  BY      "tile[y + 2][c] = four.z"
  EXPECT  "stores in[0][2] to tile[2][0]" "looks for it in tile[0][2]" "one of the two is wrong"
  AT      "four.z"
  SIZE    1 1000)

plant(sides_of_the_tile_exchanged IN transpose_float4_tile VARIANT float4_tile
  REPLACE "tile[ROWS][COLS]"
  BY      "tile[COLS][ROWS]"
  EXPECT  "the index runs over 128 elements along each row of tile, which has rows of 32 (kernel.cuh:47): its sides are exchanged"
  AT      "reinterpret_cast<float4*>(&tile"
  FIRST)

plant(two_vector_kernels IN variants VARIANT float4_padded
  REPLACE "transpose_float4_padded<32, 128, false>"
  BY      "transpose_float4_padded<32, 128, true>"
  EXPECT  "variants.cu:9: both kernels are the same one" "the second has to be the scalar one"
  SIZE    33 65
  FIRST)

plant(vector_and_scalar_kernel_exchanged IN variants VARIANT float4_tile
  REPLACE "transpose_float4_tile<true>, transpose_float4_tile<false>"
  BY      "transpose_float4_tile<false>, transpose_float4_tile<true>"
  EXPECT  "variants.cu:8: the two kernels are exchanged"
  SIZE    33 65
  FIRST)

plant(twin_of_another_tile IN variants VARIANT float4_padded_64x64
  REPLACE "transpose_float4_padded<64, 64, false>"
  BY      "transpose_float4_padded<32, 128, false>"
  EXPECT  "variants.cu:10: its two kernels are not for the same launch: the second one is right with the tile {128, 32}"
  SIZE    130 261
  FIRST)

plant(padded_tile_not_shared IN transpose_float4_padded VARIANT float4_padded
  REPLACE "__shared__ float tile"
  BY      "float tile"
  EXPECT  "each thread has tile for itself" "is its __shared__ missing?"
  AT      "float tile"
  FIRST)

plant(second_store_tested_against_rows IN transpose_float4_loads VARIANT float4_loads
  REPLACE "if (col + 1 < cols)"
  BY      "if (col + 1 < rows)"
  EXPECT  "but no thread stores out" "the test of this statement is too strict, or tests another number"
  AT      "= four.y"
  FIRST)

plant(third_column_loaded_again IN load_four VARIANT float4_loads
  REPLACE "row[col + 3]"
  BY      "row[col + 2]"
  EXPECT  "loads in[0][2] here, as it does at" "is another element meant?"
  AT      "four.w ="
  FIRST)
