# The bugs of step 2. common/tests/planted/plant.cmake tells how to read this.

plant(no_barrier IN transpose_tile VARIANT tile_32x8
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile"
  AT      "if (row < rows && col < cols) t")

plant(barrier_in_a_branch IN transpose_tile VARIANT tile_32x8
  REPLACE "__syncthreads();"
  BY      "if (first_col + x < cols) __syncthreads();"
  RULE    divergent_barrier
  AT      "__syncthreads")

plant(exit_before_the_barrier IN transpose_tile VARIANT tile_32x32
  REPLACE "__syncthreads();"
  BY      "if (first_row + threadIdx.y >= rows) return;\n  __syncthreads();"
  RULE    wrong_result)

plant(loop_that_is_never_entered IN transpose_tile VARIANT tile_32x32
  REPLACE "  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE;"
  BY      "  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE - THREAD_ROWS;"
  RULE    wrong_result
  AT      "if (row < rows && col < cols) t"
  WORDS   "no thread stores to out, or does anything after this line"
  FIRST)

plant(threads_not_swapped IN transpose_tile VARIANT tile_32x8
  REPLACE "= tile[x][y]"
  BY      "= tile[y][x]"
  RULE    wrong_result
  AT      "= tile[y][x]"
  WORDS   "rows and columns are exchanged: tile[y][x] is stored to at kernel.cuh:27 and loaded from here alike")

plant(threads_not_swapped_in_one_row IN transpose_tile VARIANT tile_32x8
  REPLACE "= tile[x][y]"
  BY      "= tile[y][x]"
  RULE    wrong_result
  WORDS   "rows and columns are exchanged"
  AT      "if (row < rows && col < cols) o"
  SIZE    1 1000
  FIRST)

plant(threads_swapped_on_the_way_in IN transpose_tile VARIANT tile_32x8
  REPLACE "row = first_row + y, col = first_col + x"
  BY      "row = first_row + x, col = first_col + y"
  RULE    wrong_result
  WORDS   "rows and columns are exchanged"
  AT      "tile[y][x] = in"
  SIZE    1 1000
  FIRST)

plant(rows_of_threads_that_the_block_has_not IN variants VARIANT tile_32x8
  REPLACE "transpose_tile<8>, {32, 8}"
  BY      "transpose_tile<16>, {32, 8}"
  RULE    wrong_result
  ELEMENT "in"
  AT      "transpose_tile<16>"
  WORDS   "the blocks of 32x8x1 are too small: of each 16 that iteration counts, only 8 are used" "all with 32x16x1"
  FIRST)

plant(an_iteration_of_the_whole_tile IN transpose_tile VARIANT tile_32x8
  REPLACE "i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "i += TILE) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  RULE    wrong_result
  AT      "i += TILE"
  WORDS   "of each 32 that blockIdx.x counts, only 8 are used"
  FIRST)

plant(row_tested_against_cols IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "if (row < cols && col < cols) out"
  RULE    out_of_bounds
  AT      "row < cols"
  WORDS   "if (row < cols && col < cols) at kernel.cuh:34 lets it through"
  SIZE    68 132)

plant(tile_of_int IN transpose_tile VARIANT tile_32x8
  REPLACE "__shared__ float tile"
  BY      "__shared__ int tile"
  RULE    wrong_result
  AT      "tile[y][x] = in"
  WORDS   "as a conversion to an int makes it"
  FIRST)

plant(tile_of_double IN transpose_tile VARIANT tile_32x8
  REPLACE "__shared__ float tile"
  BY      "__shared__ double tile"
  RULE    wrong_result
  AT      "tile[y][x] = in"
  FIRST)

plant(sides_exchanged_in_the_test_of_the_store IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "if (row < cols && col < rows) out"
  RULE    wrong_result
  ELEMENT "out"
  AT      "if (row < c"
  WORDS   "if (row < cols && col < rows) keeps thread (0, 0) of block (8, 0) from out[256][0]"
  SIZE    1 1000
  FIRST)

plant(blocks_not_swapped IN transpose_tile VARIANT tile_32x32
  REPLACE "row = first_row + x, col = first_col + y"
  BY      "row = first_col + x, col = first_row + y"
  RULE    wrong_result
  AT      "= tile[x][y]")

plant(tile_of_the_neighbour IN transpose_tile VARIANT tile_32x8
  REPLACE "col = first_col + y"
  BY      "col = first_col + TILE + y"
  RULE    wrong_result
  AT      "= tile[x][y]")

plant(only_whole_tiles IN transpose_tile VARIANT tile_32x32
  REPLACE "const unsigned first_col = blockIdx.x * TILE;"
  BY      "const unsigned first_col = blockIdx.x * TILE;
  if (first_row + TILE > rows || first_col + TILE > cols) return;"
  RULE    wrong_result
  ELEMENT "out"
  AT      "first_row + TILE > rows"
  WORDS   "keeps thread (0, 0) of block (0, 2, 2) from out[0][256]")

plant(columns_that_are_cut_off_not_loaded IN transpose_tile VARIANT tile_32x32
  REPLACE "if (row < rows && col < cols) tile"
  BY      "if (row < rows && first_col + TILE <= cols) tile"
  RULE    wrong_result
  AT      "first_col + TILE <= cols"
  WORDS   "keeps thread"
  FIRST)

plant(no_test_on_the_way_in IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) tile"
  BY      "tile"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[size_t(row)")

plant(no_test_on_the_way_out IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "out"
  RULE    written_twice
  ELEMENT "global out"
  AT      "out[size_t(col)")

plant(test_of_the_other_side IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "if (row < cols && col < rows) out"
  RULE    out_of_bounds
  ELEMENT "global out"
  AT      "out[size_t(col)")

plant(last_row_not_loaded IN transpose_tile VARIANT tile_32x32
  REPLACE "if (row < rows && col < cols) tile"
  BY      "if (row + 1 < rows && col < cols) tile"
  RULE    uninitialized_read
  ELEMENT "shared tile"
  AT      "= tile[x][y]")

plant(half_of_the_tile_not_loaded IN transpose_tile VARIANT tile_32x8
  REPLACE "i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y"
  BY      "i += 2 * THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y"
  RULE    uninitialized_read
  ELEMENT "shared tile"
  AT      "= tile[x][y]")

plant(half_of_the_tile_not_stored IN transpose_tile VARIANT tile_32x8
  REPLACE "i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "i < TILE / 2; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  RULE    wrong_result
  AT      "i < TILE / 2"
  WORDS   "iteration goes through 2, and not 4")

plant(tile_of_31_rows IN transpose_tile VARIANT tile_32x32
  REPLACE "tile[TILE][TILE];"
  BY      "tile[TILE - 1][TILE];"
  RULE    out_of_bounds
  ELEMENT "shared tile"
  AT      "tile[y][x]")

plant(two_threads_one_element IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[y][x] = in"
  BY      "tile[y][x & ~1u] = in"
  RULE    race
  ELEMENT "shared tile"
  AT      "in[size_t(row)")

plant(output_pitch_of_a_tile IN transpose_tile VARIANT tile_32x8
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col) * TILE + row]"
  RULE    written_twice
  ELEMENT "global out"
  AT      "out[size_t(col)")

plant(grid_too_small IN variants VARIANT tile_32x8
  REPLACE "{32, 8}, {32, 32}"
  BY      "{32, 8}, {32, 64}"
  RULE    wrong_result
  FIRST)

plant(block_of_other_shape IN variants VARIANT tile_32x8
  REPLACE "transpose_tile<8>, {32, 8}"
  BY      "transpose_tile<8>, {8, 32}"
  RULE    written_twice
  ELEMENT "global out")

plant(block_too_large IN variants VARIANT tile_32x32
  REPLACE "transpose_tile<32>, {32, 32}"
  BY      "transpose_tile<32>, {32, 64}"
  RULE    wrong_result
  WORDS   "a block of (32, 64, 1) threads cannot be launched")

plant(block_indices_swapped IN transpose_tile VARIANT tile_32x8
  REPLACE "first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;"
  BY      "first_row = blockIdx.x * TILE;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;"
  RULE    wrong_result
  FIRST)

plant(all_lanes_one_word IN transpose_tile VARIANT tile_32x32
  REPLACE "tile[y][x] = in"
  BY      "tile[y][0] = in"
  RULE    race
  ELEMENT "shared tile"
  AT      "in[size_t(row)")

plant(barrier_for_half_of_the_block IN transpose_tile VARIANT tile_32x8
  REPLACE "__syncthreads();"
  BY      "if (threadIdx.y < 4) __syncthreads();"
  RULE    divergent_barrier
  AT      "__syncthreads")

plant(no_barrier_between_two_lines IN transpose_tile VARIANT tile_32x32
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile"
  AT      "if (row < rows && col < cols) t")

# More work than needed: the result is right.

plant(two_barriers IN transpose_tile VARIANT tile_32x8
  REPLACE "  __syncthreads();\n"
  BY      "  __syncthreads();
  __syncthreads();\n"
  RULE    contract
  ELEMENT "barriers")

plant(barrier_on_each_round IN transpose_tile VARIANT tile_32x8
  REPLACE "= in[size_t(row) * cols + col];
  }
  __syncthreads();"
  BY      "= in[size_t(row) * cols + col];
    __syncthreads();
  }"
  RULE    contract
  ELEMENT "barriers")

plant(tile_loaded_twice IN transpose_tile VARIANT tile_32x32
  REPLACE "i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y"
  BY      "i < 2 * TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i % TILE;
    const unsigned row = first_row + y"
  RULE    contract
  ELEMENT "global loads")

plant(tile_stored_twice IN transpose_tile VARIANT tile_32x8
  REPLACE "i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "i < 2 * TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i % TILE;
    const unsigned row = first_row + x"
  RULE    contract
  ELEMENT "global stores")

plant(half_of_the_warps_store IN transpose_tile VARIANT tile_32x8
  REPLACE "i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "threadIdx.y < THREAD_ROWS / 2 && i < TILE; i += THREAD_ROWS / 2) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  RULE    contract
  ELEMENT "stores one after the other")

plant(half_of_the_warps_return IN transpose_tile VARIANT tile_32x8
  REPLACE "  __syncthreads();
"
  BY      "  __syncthreads();
  if (threadIdx.y >= THREAD_ROWS / 2) return;
  for (unsigned i = THREAD_ROWS / 2; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i, row = first_row + threadIdx.x, col = first_col + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[threadIdx.x][y];
  }
"
  RULE    contract
  ELEMENT "stores one after the other")

plant(twice_as_many_blocks IN variants VARIANT tile_32x8
  REPLACE "{32, 8}, {32, 32}"
  BY      "{32, 8}, {32, 16}"
  RULE    contract
  ELEMENT "grid")

plant(every_thread_loads_something IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];"
  BY      "tile[y][x] = in[size_t(row < rows ? row : rows - 1) * cols + (col < cols ? col : cols - 1)];"
  RULE    contract
  ELEMENT "global loads"
  AT      "tile[y][x]")

# Other words for the same.

rewrite(bank_conflicts_taken_away IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[TILE][TILE];"
  BY      "tile[TILE][TILE + 1];")

rewrite(one_test_before_the_loop IN transpose_tile VARIANT tile_32x32
  REPLACE "const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile"
  BY      "const unsigned row = first_row + y, col = first_col + x;
    const bool inside = row < rows && col < cols;
    if (inside) tile")

rewrite(tile_turned_on_the_way_in IN transpose_tile VARIANT tile_32x8
  REPLACE "for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;"
  BY      "for (unsigned y = threadIdx.y; y < TILE; y += THREAD_ROWS) {
    const unsigned row = first_row + x, col = first_col + y;")

rewrite(sums_of_indexes_hoisted IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];"
  BY      "const size_t offset = size_t(row) * cols + col;
    if (col < cols && row < rows) tile[y][x] = in[offset];")

rewrite(loop_to_the_end_of_the_matrix IN transpose_tile VARIANT tile_32x8
  REPLACE "for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile"
  BY      "for (unsigned y = threadIdx.y; y < min(TILE, rows - first_row); y += THREAD_ROWS) {
    const unsigned row = first_row + y, col = first_col + x;
    if (col < cols) tile")

rewrite(through_registers IN transpose_tile VARIANT tile_32x8
  REPLACE "#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
  }
"
  BY      "  float v[TILE / THREAD_ROWS];
#pragma unroll
  for (unsigned i = 0; i < TILE / THREAD_ROWS; ++i) {
    const unsigned row = first_row + threadIdx.y + i * THREAD_ROWS, col = first_col + x;
    if (row < rows && col < cols) v[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < TILE / THREAD_ROWS; ++i) {
    const unsigned y = threadIdx.y + i * THREAD_ROWS;
    if (first_row + y < rows && first_col + x < cols) tile[y][x] = v[i];
  }
")

plant(test_with_the_offsets_not_swapped IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "if (first_row + y < rows && first_col + x < cols) out"
  RULE    wrong_result
  AT      "first_row + y < rows"
  SIZE    1 1000)

# Element offsets of 32 bits, which only a matrix of 2^31 elements shows: a few blocks of one are run.

plant(input_offset_of_32_bits IN transpose_tile VARIANT tile_32x8
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[row * cols + col]"
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "in[row * cols + col]")

plant(output_offset_that_is_an_int IN transpose_tile VARIANT tile_32x32
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[(int)col * (int)rows + (int)row]"
  RULE    out_of_bounds
  ELEMENT "global out")

plant(widened_too_late IN transpose_tile VARIANT tile_32x8
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col * rows) + row]"
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "out[size_t(col * rows) + row]")

# Wrong indexes, named.

plant(no_column_of_the_thread IN transpose_tile VARIANT tile_32x32
  REPLACE "row = first_row + y, col = first_col + x;"
  BY      "row = first_row + y, col = first_col;"
  RULE    wrong_result
  AT      "tile[y][x] = in")

plant(tiles_overlap IN transpose_tile VARIANT tile_32x8
  REPLACE "blockIdx.y) * TILE"
  BY      "blockIdx.y) * THREAD_ROWS"
  RULE    remark
  ELEMENT "global out"
  AT      "if (row < rows && col < cols) o")

plant(rows_of_the_other_length IN transpose_tile VARIANT tile_32x32
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(row) * rows + col]"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "if (row < rows && col < cols) t")

plant(barrier_in_the_loop IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];"
  BY      "if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
    __threadfence();"
  RULE    contract
  ELEMENT "fences"
  AT      "__thread")

rewrite(a_barrier_with_a_vote IN transpose_tile VARIANT tile_32x8
  REPLACE "__syncthreads();"
  BY      "if (__syncthreads_count(x < 16) != int(16 * THREAD_ROWS)) return;")

plant(blocks_exchanged_on_the_way_out IN transpose_tile VARIANT tile_32x8
  REPLACE "row = first_row + x, col = first_col + y"
  BY      "row = first_col + x, col = first_row + y"
  RULE    wrong_result
  AT      "out[size_t(col)"
  SIZE    256 512)

plant(tile_not_shared IN transpose_tile VARIANT tile_32x8
  REPLACE "__shared__ float tile"
  BY      "float tile"
  RULE    wrong_result
  AT      "float tile"
  FIRST)

plant(rows_of_the_tile_too_short IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[TILE][TILE]"
  BY      "tile[TILE][THREAD_ROWS]"
  RULE    wrong_result
  ELEMENT "tile"
  AT      "tile[TILE][THREAD_ROWS]"
  WORDS   "is too short for blocks of 32x8x1 threads"
  FIRST)

plant(first_column_of_the_tile_left_free IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[y][x] = in"
  BY      "tile[y][(x + 1) % TILE] = in"
  RULE    wrong_result
  ELEMENT "tile"
  AT      "if (row < rows && col < cols) o"
  FIRST)

plant(tile_of_half_the_rows IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[y][x] = in"
  BY      "tile[2 * y][x] = in"
  RULE    out_of_bounds
  ELEMENT "shared tile"
  AT      "tile[2 * y]"
  SIZE    1000 1)

plant(fewer_rows_of_threads_than_the_block_has IN variants VARIANT tile_32x32
  REPLACE "transpose_tile<32>, {32, 32}"
  BY      "transpose_tile<8>, {32, 32}"
  RULE    remark
  SIZE    1 1000
  FIRST)

plant(tile_with_as_many_rows_as_threads IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[TILE][TILE];"
  BY      "tile[THREAD_ROWS][TILE];"
  RULE    out_of_bounds
  ELEMENT "shared tile"
  AT      "] = in["
  FIRST)

# Threads that end early: their line is named.
plant(columns_beyond_the_end_leave_before_the_barrier IN transpose_tile VARIANT tile_32x8
  REPLACE "  const unsigned first_col = blockIdx.x * TILE;
"
  BY      "  const unsigned first_col = blockIdx.x * TILE;
  if (first_col + x >= cols) return;
"
  RULE    remark
  AT      "return;")

plant(block_of_twice_as_many_threads IN variants VARIANT tile_32x8
  REPLACE "transpose_tile<8>, {32, 8}"
  BY      "transpose_tile<8>, {32, 16}"
  RULE    wrong_result
  WORDS   "launched with 512 threads in a block"
  FIRST)

plant(columns_of_blocks_of_eight IN transpose_tile VARIANT tile_32x8
  REPLACE "blockIdx.x * TILE"
  BY      "blockIdx.x * blockDim.y"
  RULE    wrong_result
  AT      "blockIdx.x * blockDim.y"
  WORDS   "blockIdx.x counts 8, and not 32"
  FIRST)

plant(blocks_in_z_not_told_apart IN transpose_tile VARIANT tile_32x8
  REPLACE "(blockIdx.z * gridDim.y + blockIdx.y) * TILE"
  BY      "blockIdx.y * TILE"
  RULE    wrong_result
  AT      "out[size_t"
  WORDS   "it does not depend on blockIdx.z"
  FIRST)

plant(pitch_of_another_tile_on_the_way_out IN transpose_tile VARIANT tile_32x8
  REPLACE "= tile[x][y]"
  BY      "= (&tile[0][0])[x * (TILE - 1) + y]"
  RULE    wrong_result
  AT      "if (row < rows && col < cols) o"
  WORDS   "belongs in out[0][1]: thread" "is loaded from tile[0][31] here"
  FIRST)

plant(row_turned_on_the_way_out_only IN transpose_tile VARIANT tile_32x8
  REPLACE "= tile[x][y]"
  BY      "= tile[(x + 1) % TILE][y]"
  RULE    wrong_result
  AT      "if (row < rows && col < cols) o"
  WORDS   "and loaded from tile[(x + 1) % TILE][y] here"
  FIRST)

plant(blocks_along_the_output_for_a_kernel_along_the_input IN variants VARIANT tile_32x8
  REPLACE "transpose_tile<8>, {32, 8}, {32, 32})"
  BY      "transpose_tile<8>, {32, 8}, {32, 32}, BlockOrder::along_output_rows)"
  RULE    wrong_result
  WORDS   "are x and y exchanged here, or at the launch?"
  FIRST)

# What is read of the tile was written, but for a wrong index in the same line.
plant(all_lanes_in_one_row IN transpose_tile VARIANT tile_32x8
  REPLACE "row = first_row + x, col = first_col + y;"
  BY      "row = first_row, col = first_col + y;"
  RULE    written_twice
  ELEMENT "global out"
  AT      "out[size_t(col)"
  FIRST)

# The definition that is to blame, and not the access

plant(row_of_the_load_from_the_column IN transpose_tile VARIANT tile_32x8
  REPLACE "row = first_row + y, col = first_col + x"
  BY      "row = first_col + y, col = first_col + x"
  RULE    wrong_result
  AT      "row = first_col + y"
  WORDS   "row = first_col + y: blockIdx.x stands where blockIdx.y is wanted"
  FIRST)

plant(iteration_forgotten_in_the_second_loop IN transpose_tile VARIANT tile_32x8
  REPLACE "    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "    const unsigned y = threadIdx.y;
    const unsigned row = first_row + x"
  RULE    wrong_result
  AT      "out[size_t(col)"
  WORDS   "it does not depend on iteration" "parts of the index: y = threadIdx.y at"
  FIRST)

plant(first_column_by_the_row_of_blocks IN transpose_tile VARIANT tile_32x8
  REPLACE "first_col = blockIdx.x * TILE"
  BY      "first_col = blockIdx.y * TILE"
  RULE    wrong_result
  AT      "first_col = blockIdx.y * TILE"
  WORDS   "blockIdx.y stands where blockIdx.x is wanted"
  FIRST)

plant(half_of_the_step_added IN transpose_tile VARIANT tile_32x8
  REPLACE "    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "    const unsigned y = threadIdx.y + i / 2;
    const unsigned row = first_row + x"
  RULE    wrong_result
  AT      "threadIdx.y + i / 2"
  WORDS   "iteration counts 4, and not 8"
  FIRST)

plant(step_of_another_quotient IN transpose_tile VARIANT tile_32x32
  REPLACE "for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "for (unsigned i = 0; i < TILE; i += TILE / THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  RULE    remark
  WORDS   "i goes on by 1 at kernel.cuh:31, and the block has 32 threads in y"
  FIRST)

plant(barrier_for_whole_tiles IN transpose_tile VARIANT tile_32x8
  REPLACE "__syncthreads();"
  BY      "if (first_row + TILE <= rows && first_col + TILE <= cols) __syncthreads();"
  RULE    race
  AT      "tile[y][x] ="
  WORDS   "a __syncthreads() is missing between them: the one there is stands behind if (first_row + TILE <= rows && "
          "first_col + TILE <= cols) at kernel.cuh:29"
  FIRST)

plant(tile_of_16_bits IN transpose_tile VARIANT tile_32x8
  REPLACE "__shared__ float tile"
  BY      "__shared__ unsigned short tile"
  RULE    wrong_result
  AT      "tile[y][x] ="
  WORDS   "as a conversion to an integer of 16 bits makes it: has tile at kernel.cuh:18 the right type?"
  FIRST)

plant(stored_in_the_loop_of_loads IN transpose_tile VARIANT tile_32x8
  REPLACE "  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;  // x now runs along the output's row
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];"
  BY      "  __syncthreads();
    const unsigned out_row = first_row + x, out_col = first_col + y;
    if (out_row < rows && out_col < cols) out[size_t(out_col) * rows + out_row] = tile[x][y];"
  RULE    uninitialized_read
  AT      "= tile[x][y]"
  WORDS   "i += THREAD_ROWS) at kernel.cuh:24: does a later iteration write it?"
  FIRST)

plant(parameters_in_another_order IN transpose_tile VARIANT tile_32x8
  REPLACE "unsigned rows, unsigned cols)"
  BY      "unsigned cols, unsigned rows)"
  RULE    wrong_result
  AT      "unsigned cols, unsigned rows)"
  WORDS   "the kernel is given rows, and then cols, and takes them the other way round"
  FIRST)

plant(place_in_the_matrix_for_the_tile IN transpose_tile VARIANT tile_32x8
  REPLACE "x = threadIdx.x;"
  BY      "x = blockIdx.x * TILE + threadIdx.x;"
  RULE    remark
  WORDS   "x = blockIdx.x * TILE + threadIdx.x at kernel.cuh:19 has the number of the block, and each block has its own tile"
  FIRST)

plant(one_iteration_for_rows_that_the_block_has_not IN variants VARIANT tile_32x8
  REPLACE "transpose_tile<8>, {32, 8}"
  BY      "transpose_tile<32>, {32, 8}"
  RULE    wrong_result
  AT      "transpose_tile<32>, {32, 8}"
  WORDS   "the blocks of 32x8x1 are too small: of each 32 that blockIdx.y counts, only 8 are used" "all with 32x32x1"
  FIRST)
