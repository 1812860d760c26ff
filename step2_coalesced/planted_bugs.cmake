# The bugs of step 2. common/tests/planted/plant.cmake tells how to read this.

plant(no_barrier IN transpose_tile VARIANT tile_32x8
  REPLACE "  __syncthreads();\n"
  BY      ""
  EXPECT  "race on shared tile"
  AT      "= tile[x][y]")

plant(barrier_in_a_branch IN transpose_tile VARIANT tile_32x8
  REPLACE "__syncthreads();"
  BY      "if (first_col + x < cols) __syncthreads();"
  EXPECT  "divergent barrier" "has ended"
  AT      "__syncthreads")

plant(exit_before_the_barrier IN transpose_tile VARIANT tile_32x32
  REPLACE "__syncthreads();"
  BY      "if (first_row + threadIdx.y >= rows) return;\n  __syncthreads();"
  EXPECT  "divergent barrier" "has ended"
  AT      "__syncthreads")

plant(threads_not_swapped IN transpose_tile VARIANT tile_32x8
  REPLACE "= tile[x][y]"
  BY      "= tile[y][x]"
  EXPECT  "the threads' offsets are not swapped"
  AT      "= tile[y][x]")

plant(threads_not_swapped_in_one_row IN transpose_tile VARIANT tile_32x8
  REPLACE "= tile[x][y]"
  BY      "= tile[y][x]"
  EXPECT  "the threads' offsets are not swapped"
  AT      "= tile[y][x]"
  SIZE    1 1000
  FIRST)

plant(threads_swapped_on_the_way_in IN transpose_tile VARIANT tile_32x8
  REPLACE "row = first_row + y, col = first_col + x"
  BY      "row = first_row + x, col = first_col + y"
  EXPECT  "the threads' offsets are not swapped"
  AT      "tile[y][x] = in"
  SIZE    1 1000
  FIRST)

plant(rows_of_threads_that_the_block_has_not IN variants VARIANT tile_32x8
  REPLACE "transpose_tile<8>, {32, 8}"
  BY      "transpose_tile<16>, {32, 8}"
  EXPECT  "variants.cu:9: the block has {32, 8} threads, but the kernel is one for {32, 16}"
  FIRST)

plant(tile_of_int IN transpose_tile VARIANT tile_32x8
  REPLACE "__shared__ float tile"
  BY      "__shared__ int tile"
  EXPECT  "in[0][0] passes through an int on its way to out[0][0]"
  AT      "tile[y][x] = in"
  FIRST)

plant(tile_of_double IN transpose_tile VARIANT tile_32x8
  REPLACE "__shared__ float tile"
  BY      "__shared__ double tile"
  EXPECT  "passes through a double, or arithmetic, on its way to"
  AT      "tile[y][x] = in"
  FIRST)

plant(sides_exchanged_in_the_test_of_the_store IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "if (row < cols && col < rows) out"
  EXPECT  "every row of out from 216 on, as many as the other side has: rows and columns are exchanged in a test"
  AT      "out[size_t(col)"
  SIZE    1 1000
  FIRST)

plant(blocks_not_swapped IN transpose_tile VARIANT tile_32x32
  REPLACE "row = first_row + x, col = first_col + y"
  BY      "row = first_col + x, col = first_row + y"
  EXPECT  "the blocks' offsets are not swapped"
  AT      "= tile[x][y]")

plant(tile_of_the_neighbour IN transpose_tile VARIANT tile_32x8
  REPLACE "col = first_col + y"
  BY      "col = first_col + TILE + y"
  EXPECT  "begins with number 32 of the rows, not with 0"
  AT      "= tile[x][y]")

plant(only_whole_tiles IN transpose_tile VARIANT tile_32x32
  REPLACE "const unsigned first_col = blockIdx.x * TILE;"
  BY      "const unsigned first_col = blockIdx.x * TILE;
  if (first_row + TILE > rows || first_col + TILE > cols) return;"
  EXPECT  "only whole tiles were written"
  AT      "tile[y][x] = in")

plant(no_test_on_the_way_in IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) tile"
  BY      "tile"
  EXPECT  "out of bounds" "global in"
  AT      "in[size_t(row)")

plant(no_test_on_the_way_out IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "out"
  EXPECT  "written twice" "global out"
  AT      "out[size_t(col)")

plant(test_of_the_other_side IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "if (row < cols && col < rows) out"
  EXPECT  "out of bounds" "global out"
  AT      "out[size_t(col)")

plant(last_row_not_loaded IN transpose_tile VARIANT tile_32x32
  REPLACE "if (row < rows && col < cols) tile"
  BY      "if (row + 1 < rows && col < cols) tile"
  EXPECT  "uninitialized read" "shared tile"
  AT      "= tile[x][y]")

plant(half_of_the_tile_not_loaded IN transpose_tile VARIANT tile_32x8
  REPLACE "i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y"
  BY      "i += 2 * THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y"
  EXPECT  "uninitialized read" "shared tile"
  AT      "= tile[x][y]")

plant(half_of_the_tile_not_stored IN transpose_tile VARIANT tile_32x8
  REPLACE "i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "i < TILE / 2; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  EXPECT  "32768 of 65536 elements are wrong, 32768 of them never written"
  AT      "= tile[x][y]")

plant(tile_of_31_rows IN transpose_tile VARIANT tile_32x32
  REPLACE "tile[TILE][TILE];"
  BY      "tile[TILE - 1][TILE];"
  EXPECT  "out of bounds" "shared tile"
  AT      "tile[y][x]")

plant(two_threads_one_element IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[y][x] = in"
  BY      "tile[y][x & ~1u] = in"
  EXPECT  "race on shared tile"
  AT      "in[size_t(row)")

plant(output_pitch_of_a_tile IN transpose_tile VARIANT tile_32x8
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col) * TILE + row]"
  EXPECT  "written twice" "global out"
  AT      "out[size_t(col)")

plant(grid_too_small IN variants VARIANT tile_32x8
  REPLACE "{32, 8}, {32, 32}"
  BY      "{32, 8}, {32, 64}"
  EXPECT  "variants.cu:9: the tile is {32, 64}, but a block does 32 x 32"
          "32768 of 65536 elements are wrong, 32768 of them never written"
  FIRST)

plant(block_of_other_shape IN variants VARIANT tile_32x8
  REPLACE "transpose_tile<8>, {32, 8}"
  BY      "transpose_tile<8>, {8, 32}"
  EXPECT  "written twice" "global out")

plant(block_too_large IN variants VARIANT tile_32x32
  REPLACE "transpose_tile<32>, {32, 32}"
  BY      "transpose_tile<32>, {32, 64}"
  EXPECT  "a block of (32, 64, 1) threads cannot be launched")

plant(block_indices_swapped IN transpose_tile VARIANT tile_32x8
  REPLACE "first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;"
  BY      "first_row = blockIdx.x * TILE;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;"
  EXPECT  "rows and columns are swapped in the grid: the kernel takes blockIdx.x for the tiles along the rows"
  FIRST)

plant(all_lanes_one_word IN transpose_tile VARIANT tile_32x32
  REPLACE "tile[y][x] = in"
  BY      "tile[y][0] = in"
  EXPECT  "race on shared tile[0][0]: thread (1, 0)" "two threads have the same index here, or the update needs an atomic"
  AT      "in[size_t(row)")

plant(barrier_for_half_of_the_block IN transpose_tile VARIANT tile_32x8
  REPLACE "__syncthreads();"
  BY      "if (threadIdx.y < 4) __syncthreads();"
  EXPECT  "divergent barrier: 128 of 256 threads" "all threads of a block have to come to the same __syncthreads()"
  AT      "__syncthreads")

plant(no_barrier_between_two_lines IN transpose_tile VARIANT tile_32x32
  REPLACE "  __syncthreads();\n"
  BY      ""
  EXPECT  "race on shared tile" "a __syncthreads() is missing between them"
  AT      "= tile[x][y]")

# More work than needed: the result is right.

plant(two_barriers IN transpose_tile VARIANT tile_32x8
  REPLACE "  __syncthreads();\n"
  BY      "  __syncthreads();
  __syncthreads();\n"
  EXPECT  "memory contract: barriers: 128 passed" "not 64 passed" "lines 29 and 30 make 64 each")

plant(barrier_on_each_round IN transpose_tile VARIANT tile_32x8
  REPLACE "= in[size_t(row) * cols + col];
  }
  __syncthreads();"
  BY      "= in[size_t(row) * cols + col];
    __syncthreads();
  }"
  EXPECT  "memory contract: barriers: 256 passed" "not 64 passed")

plant(tile_loaded_twice IN transpose_tile VARIANT tile_32x32
  REPLACE "i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y"
  BY      "i < 2 * TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i % TILE;
    const unsigned row = first_row + y"
  EXPECT  "memory contract: global loads: 4096 requests" "not 2048 requests")

plant(tile_stored_twice IN transpose_tile VARIANT tile_32x8
  REPLACE "i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "i < 2 * TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i % TILE;
    const unsigned row = first_row + x"
  EXPECT  "memory contract: global stores: 4096 requests" "not 2048 requests")

plant(twice_as_many_blocks IN variants VARIANT tile_32x8
  REPLACE "{32, 8}, {32, 32}"
  BY      "{32, 8}, {32, 16}"
  EXPECT  "memory contract: grid: 128 blocks" "not 64 blocks")

plant(every_thread_loads_something IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];"
  BY      "tile[y][x] = in[size_t(row < rows ? row : rows - 1) * cols + (col < cols ? col : cols - 1)];"
  EXPECT  "memory contract: global loads" "at most"
  AT      "row < rows ? row")

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
  EXPECT  "is right, but goes on to row 223 of 216: a test is missing, or lets too many through"
  AT      "first_row + y < rows"
  SIZE    1 1000)

# Element offsets of 32 bits, which only a matrix of 2^31 elements shows: a few blocks of one are run.

plant(input_offset_of_32_bits IN transpose_tile VARIANT tile_32x8
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[row * cols + col]"
  EXPECT  "2^32 elements further on"
  AT      "in[row * cols + col]")

plant(output_offset_that_is_an_int IN transpose_tile VARIANT tile_32x32
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[(int)col * (int)rows + (int)row]"
  EXPECT  "out of bounds" "global out" "2^32 less than" "the offset is an int, of 32 bits")

plant(widened_too_late IN transpose_tile VARIANT tile_32x8
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col * rows) + row]"
  EXPECT  "2^32 elements further on"
  AT      "out[size_t(col * rows) + row]")

# Wrong indexes, named.

plant(no_column_of_the_thread IN transpose_tile VARIANT tile_32x32
  REPLACE "row = first_row + y, col = first_col + x;"
  BY      "row = first_row + y, col = first_col;"
  EXPECT  "does not depend on threadIdx.x, which has 32 values"
  AT      "tile[y][x] = in")

plant(tiles_overlap IN transpose_tile VARIANT tile_32x8
  REPLACE "blockIdx.y) * TILE"
  BY      "blockIdx.y) * THREAD_ROWS"
  EXPECT  "takes rows twice: blockIdx.y goes on by 8, but threadIdx.y and the rounds cover 32"
  AT      "tile[y][x] = in")

plant(rows_of_the_other_length IN transpose_tile VARIANT tile_32x32
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(row) * rows + col]"
  EXPECT  "has rows of the wrong length: blockIdx.y goes on by 32 * rows elements, and a row of in has cols"
  AT      "tile[y][x] = in")

plant(barrier_in_the_loop IN transpose_tile VARIANT tile_32x8
  REPLACE "if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];"
  BY      "if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
    __threadfence();"
  EXPECT  "memory contract: fences"
  AT      "__threadfence")

rewrite(a_barrier_with_a_vote IN transpose_tile VARIANT tile_32x8
  REPLACE "__syncthreads();"
  BY      "if (__syncthreads_count(x < 16) != int(16 * THREAD_ROWS)) return;")

plant(blocks_exchanged_on_the_way_out IN transpose_tile VARIANT tile_32x8
  REPLACE "row = first_row + x, col = first_col + y"
  BY      "row = first_col + x, col = first_row + y"
  EXPECT  "has blockIdx.x and blockIdx.y exchanged"
  AT      "out[size_t(col)"
  SIZE    256 512)

plant(tile_not_shared IN transpose_tile VARIANT tile_32x8
  REPLACE "__shared__ float tile"
  BY      "float tile"
  EXPECT  "each thread has tile for itself" "is its __shared__ missing?"
  AT      "float tile"
  FIRST)

plant(rows_of_the_tile_too_short IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[TILE][TILE]"
  BY      "tile[TILE][THREAD_ROWS]"
  EXPECT  "the index runs over 32 elements along each row of tile" "kernel.cuh:18"
  AT      "tile[y][x] = in"
  FIRST)

plant(first_column_of_the_tile_left_free IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[y][x] = in"
  BY      "tile[y][(x + 1) % TILE] = in"
  EXPECT  "one of the two is wrong"
  AT      "tile[y][(x"
  FIRST)

plant(tile_of_half_the_rows IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[y][x] = in"
  BY      "tile[2 * y][x] = in"
  EXPECT  "out of bounds" "shared tile"
  AT      "tile[2 * y]"
  SIZE    1000 1)

plant(fewer_rows_of_threads_than_the_block_has IN variants VARIANT tile_32x32
  REPLACE "transpose_tile<32>, {32, 32}"
  BY      "transpose_tile<8>, {32, 32}"
  EXPECT  "variants.cu:8: the block has {32, 32} threads, but the kernel is one for {32, 8}"
  SIZE    1 1000
  FIRST)

plant(tile_with_as_many_rows_as_threads IN transpose_tile VARIANT tile_32x8
  REPLACE "tile[TILE][TILE];"
  BY      "tile[THREAD_ROWS][TILE];"
  EXPECT  "writes shared tile[8][0]" "is the array too short, or the index wrong?"
  AT      "] = in["
  FIRST)
