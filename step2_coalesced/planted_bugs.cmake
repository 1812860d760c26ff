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
  EXPECT  "the threads' offsets are not swapped")

plant(blocks_not_swapped IN transpose_tile VARIANT tile_32x32
  REPLACE "row = first_row + x, col = first_col + y"
  BY      "row = first_col + x, col = first_row + y"
  EXPECT  "the blocks' offsets are not swapped")

plant(tile_of_the_neighbour IN transpose_tile VARIANT tile_32x8
  REPLACE "col = first_col + y"
  BY      "col = first_col + TILE + y"
  EXPECT  "65536 of 65536 elements are wrong, 8192 of them never written")

plant(only_whole_tiles IN transpose_tile VARIANT tile_32x32
  REPLACE "const unsigned first_col = blockIdx.x * TILE;"
  BY      "const unsigned first_col = blockIdx.x * TILE;
  if (first_row + TILE > rows || first_col + TILE > cols) return;"
  EXPECT  "only whole tiles were written")

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
  EXPECT  "32768 of 65536 elements are wrong, 32768 of them never written")

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
  EXPECT  "16384 of 65536 elements are wrong, 16384 of them never written")

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
  EXPECT  "rows and columns are swapped in the grid")

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
