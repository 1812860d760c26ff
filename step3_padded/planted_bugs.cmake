# The bugs of step 3. common/tests/planted/plant.cmake tells how to read this.

plant(pad_forgotten IN transpose_padded VARIANT pad1_32x8
  REPLACE "tile[TILE][TILE + PAD]"
  BY      "tile[TILE][TILE]"
  RULE    contract
  ELEMENT "shared loads")

plant(pad_on_the_wrong_dimension IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "tile[TILE][TILE + PAD]"
  BY      "tile[TILE + PAD][TILE]"
  RULE    contract
  ELEMENT "shared loads")

plant(pad_of_two IN variants VARIANT pad1_32x32
  REPLACE "transpose_padded<32, 32, 1>"
  BY      "transpose_padded<32, 32, 2>"
  RULE    contract
  ELEMENT "shared loads"
  WORDS   "of tile[TILE][TILE + PAD] at kernel.cuh:14, with TILE = 32, PAD = ")

plant(pad_of_a_whole_row IN variants VARIANT pad1_32x8
  REPLACE "transpose_padded<32, 8, 1>"
  BY      "transpose_padded<32, 8, 32>"
  RULE    contract
  ELEMENT "shared loads")

plant(pad_that_leaves_room_for_half_of_the_blocks IN variants VARIANT pad1_32x8
  REPLACE "transpose_padded<32, 8, 1>"
  BY      "transpose_padded<32, 8, 351>"
  RULE    contract
  ELEMENT "resident threads")

plant(tile_two_bytes_on IN transpose_padded VARIANT pad1_32x8
  REPLACE "__shared__ float tile[TILE][TILE + PAD];"
  BY      "__shared__ unsigned char bytes[TILE * (TILE + PAD) * 4 + 2];
  auto tile = reinterpret_cast<float(*)[TILE + PAD]>(bytes + 2);"
  RULE    misaligned
  ELEMENT "shared bytes"
  AT      "] = in[")

plant(columns_of_the_tile_stored IN transpose_padded VARIANT pad1_32x8
  REPLACE "row = first_row + x, col = first_col + y;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];"
  BY      "row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[y][x];"
  RULE    contract
  ELEMENT "global stores")

plant(no_barrier IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile"
  AT      "if (row < rows && col < cols) t")

plant(warp_instead_of_block IN transpose_padded VARIANT pad1_32x32
  REPLACE "__syncthreads()"
  BY      "__syncwarp()"
  RULE    race
  ELEMENT "shared tile"
  AT      "if (row < rows && col < cols) t")

plant(barrier_for_whole_tiles_only IN transpose_padded VARIANT pad1_32x32
  REPLACE "__syncthreads();"
  BY      "if (first_row + threadIdx.y < rows) __syncthreads();"
  RULE    divergent_barrier
  AT      "__syncthreads")

plant(right_half_not_loaded IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y"
  BY      "j < 32; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y"
  RULE    uninitialized_read
  ELEMENT "shared tile"
  AT      "= tile[x][y]")

plant(lower_half_not_stored IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x"
  BY      "i < 32; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x"
  RULE    wrong_result
  AT      "i < 32; i += THREAD_ROWS")

plant(swizzled_on_one_side IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "= tile[x][y ^ x]"
  BY      "= tile[x][y]"
  RULE    wrong_result
  AT      "= tile[x][y")

plant(swizzled_beyond_the_row IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "tile[y][x ^ y] = in"
  BY      "tile[y][x + y] = in"
  RULE    out_of_bounds
  ELEMENT "shared tile"
  AT      "in[size_t(row)")

plant(column_of_the_load_from_the_row IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "row = first_row + y, col = first_col + x"
  BY      "row = first_row + y, col = first_col + y"
  RULE    wrong_result
  AT      "row = first_row + y, col = first_col + y"
  WORDS   "col = first_col + y: threadIdx.y stands where threadIdx.x is wanted"
  FIRST)

plant(barrier_of_the_warp_alone IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "__syncthreads()"
  BY      "__syncwarp()"
  RULE    race
  ELEMENT "shared tile"
  AT      "in[size_t(row)"
  WORDS   "is for each warp alone"
  FIRST)

plant(half_of_the_row_for_two IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "tile[y][x ^ y] = in"
  BY      "tile[y][(x ^ y) & 15] = in"
  RULE    race
  ELEMENT "shared tile"
  AT      "in[size_t(row)"
  WORDS   "two threads have the same index here"
  FIRST)

plant(swizzle_forgotten IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "tile[y][x ^ y] = in[size_t(row) * cols + col];
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y ^ x]"
  BY      "tile[y][x] = in[size_t(row) * cols + col];
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y]"
  RULE    contract
  ELEMENT "shared loads")

plant(blocks_in_z_forgotten IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "blockIdx.z * gridDim.y + "
  BY      ""
  RULE    remark
  ELEMENT "global out"
  AT      "if (row < rows && col < cols) o")

plant(half_as_many_threads IN variants VARIANT pad1_32x8
  REPLACE "transpose_padded<32, 8, 1>, {32, 8}"
  BY      "transpose_padded<32, 8, 1>, {32, 4}"
  RULE    uninitialized_read
  ELEMENT "shared tile")

plant(tile_too_large IN variants VARIANT pad1_64x64_32x8
  REPLACE "transpose_padded<64, 8, 1>, {32, 8}, {64, 64}"
  BY      "transpose_padded<128, 8, 1>, {32, 8}, {128, 128}"
  RULE    wrong_result
  WORDS   "66048 bytes of shared memory in a block cannot be launched")

plant(block_indices_swapped IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;"
  BY      "first_row = blockIdx.x * TILE;
  const unsigned first_col = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;"
  RULE    wrong_result)

# More work than needed: the result is right.

plant(pad_of_four IN variants VARIANT pad1_64x64_32x8
  REPLACE "transpose_padded<64, 8, 1>"
  BY      "transpose_padded<64, 8, 4>"
  RULE    contract
  ELEMENT "shared loads")

plant(no_swizzle_at_all IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "tile[y][x ^ y] = in[size_t(row) * cols + col];
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y ^ x];"
  BY      "tile[y][x] = in[size_t(row) * cols + col];
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x, col = first_col + y;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];"
  RULE    contract
  ELEMENT "shared loads")

plant(barrier_at_the_end IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "= tile[x][y ^ x];
  }"
  BY      "= tile[x][y ^ x];
  }
  __syncthreads();"
  RULE    contract
  ELEMENT "barriers")

plant(left_half_stored_twice IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x"
  BY      "for (unsigned j = 0; j < TILE + 32; j += 32) {
      const unsigned x = threadIdx.x + j % TILE, y = threadIdx.y + i;
      const unsigned row = first_row + x"
  RULE    contract
  ELEMENT "global stores")

# More work than needed in branches that full tiles do not take.

plant(tiles_cut_off_go_without_a_tile IN transpose_padded VARIANT pad1_32x8
  REPLACE "const unsigned first_col = blockIdx.x * TILE;
"
  BY      "const unsigned first_col = blockIdx.x * TILE;
  if (first_row + TILE > rows || first_col + TILE > cols) {
    for (unsigned y = threadIdx.y; y < TILE; y += THREAD_ROWS) {
      const unsigned row = first_row + y, col = first_col + threadIdx.x;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
    }
    return;
  }
"
  RULE    contract
  ELEMENT "global stores"
  AT      "if (row < rows && col < cols) out[size_t(col) * rows + row] = i")

plant(every_thread_loads_something IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "if (row < rows && col < cols) tile[y][x ^ y] = in[size_t(row) * cols + col];"
  BY      "tile[y][x ^ y] = in[size_t(row < rows ? row : rows - 1) * cols + (col < cols ? col : cols - 1)];"
  RULE    contract
  ELEMENT "global loads"
  AT      "tile[y][x ^ y]")

# Other words for the same.

rewrite(pad_in_front IN transpose_padded VARIANT pad1_32x8
  REPLACE "tile[TILE][TILE + PAD]"
  BY      "tile[TILE][PAD + TILE]")

rewrite(pad_of_three IN variants VARIANT pad1_32x32
  REPLACE "transpose_padded<32, 32, 1>"
  BY      "transpose_padded<32, 32, 3>")

rewrite(loops_the_other_way_round IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y"
  BY      "for (unsigned j = 0; j < TILE; j += 32) {
#pragma unroll
    for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y")

rewrite(swizzled_with_the_rest IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "tile[y][x ^ y] ="
  BY      "tile[y % TILE][(x ^ y) % TILE] =")

rewrite(a_pointer_goes_down IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
    const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) tile[y][x ^ y] = in[size_t(row) * cols + col];
  }"
  BY      "  const float* from = in + size_t(first_row + threadIdx.y) * cols + first_col + x;
#pragma unroll
  for (unsigned y = threadIdx.y; y < TILE; y += THREAD_ROWS, from += size_t(THREAD_ROWS) * cols) {
    if (first_row + y < rows && first_col + x < cols) tile[y][x ^ y] = *from;
  }")

rewrite(full_tiles_with_one_test IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "      if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];"
  BY      "      const bool whole = first_row + TILE <= rows && first_col + TILE <= cols;
      if (whole) tile[y][x] = in[size_t(row) * cols + col];
      else if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];")

# Blocks in another order.

rewrite(blocks_from_the_last_one_on IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "(blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;"
  BY      "(gridDim.y * gridDim.z - 1 - (blockIdx.z * gridDim.y + blockIdx.y)) * TILE;
  const unsigned first_col = (gridDim.x - 1 - blockIdx.x) * TILE;")

rewrite(blocks_along_diagonals IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "first_col = blockIdx.x * TILE;"
  BY      "first_col = (blockIdx.x + blockIdx.y) % gridDim.x * TILE;")

# Element offsets of 32 bits, which only a matrix of 2^31 elements shows: a few blocks of one are run.

plant(input_offset_of_32_bits IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[row * cols + col]"
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "in[row * cols + col]")

plant(output_offset_of_32_bits IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[col * rows + row]"
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "out[col * rows + row]"
  FIRST)

plant(size_of_32_bits_in_the_test IN transpose_padded VARIANT pad1_32x8
  REPLACE "if (row < rows && col < cols) out"
  BY      "if (row < rows && col < cols && row * cols + col < rows * cols) out"
  RULE    wrong_result)

rewrite(shared_before_alignas IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "__shared__ float tile[TILE][TILE];"
  BY      "__shared__ alignas(16) float tile[TILE][TILE];")

plant(rows_as_long_as_the_tile IN transpose_padded VARIANT pad1_32x8
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(row) * TILE + col]"
  RULE    wrong_result
  ELEMENT "in"
  AT      "] = in[")

plant(swizzle_of_half_the_rows_on_the_way_in IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "tile[y][x ^ y]"
  BY      "tile[y][x ^ (y >> 1)]"
  RULE    wrong_result)

plant(swizzle_of_the_column_of_the_input IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "row = first_row + y, col = first_col + x;"
  BY      "row = first_row + y, col = first_col + (x ^ y);"
  RULE    wrong_result)

plant(rows_of_the_tile_shorter_by_the_pad IN transpose_padded VARIANT pad1_32x8
  REPLACE "TILE + PAD"
  BY      "TILE - PAD"
  RULE    remark
  AT      "tile[y][x] = in"
  FIRST)

plant(two_lengths_of_a_row IN transpose_padded VARIANT pad1_32x8
  REPLACE "__shared__ float tile[TILE][TILE + PAD];
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;

#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) tile[y][x] = in[size_t(row) * cols + col];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x, col = first_col + y;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x][y];"
  BY      "__shared__ float tile[TILE * (TILE + PAD)];
  const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on
  const unsigned first_col = blockIdx.x * TILE;

#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y, col = first_col + x;
      if (row < rows && col < cols) tile[y * TILE + x] = in[size_t(row) * cols + col];
    }
  }
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < TILE; i += THREAD_ROWS) {
#pragma unroll
    for (unsigned j = 0; j < TILE; j += 32) {
      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x, col = first_col + y;
      if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[x * (TILE + PAD) + y];"
  RULE    wrong_result
  ELEMENT "tile"
  FIRST)

plant(pad_in_front_on_the_way_in_only IN transpose_padded VARIANT pad1_32x8
  REPLACE "tile[y][x] = in"
  BY      "tile[y][x + PAD] = in"
  RULE    wrong_result
  AT      "if (row < rows && col < cols) o"
  FIRST)

plant(loaded_one_column_further_on IN transpose_padded VARIANT pad1_32x8
  REPLACE "= tile[x][y]"
  BY      "= tile[x][y + PAD]"
  RULE    wrong_result
  AT      "if (row < rows && col < cols) o"
  FIRST)

plant(tile_twice_as_wide_as_its_block IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "TILE = 32"
  BY      "TILE = 64"
  RULE    wrong_result
  WORDS   "blockIdx.y counts 64, and not 32"
  AT      "first_row = ("
  FIRST)

plant(first_row_known_to_one_thread IN transpose_padded VARIANT pad1_32x8
  REPLACE "const unsigned first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;  // gridDim.y ends at 65535: z carries on"
  BY      "unsigned first_row = 0;
  if (threadIdx.x == 0 && threadIdx.y == 0) first_row = (blockIdx.z * gridDim.y + blockIdx.y) * TILE;
  __syncthreads();"
  RULE    wrong_result)

plant(z_times_the_most_blocks IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "blockIdx.z * gridDim.y"
  BY      "blockIdx.z * 65536"
  RULE    wrong_result
  AT      "first_row = (blockIdx.z * 65536"
  WORDS   "this line does so only where blockIdx.z is 0"
  FIRST)

plant(rounds_of_the_other_loop IN transpose_padded VARIANT pad1_32x8
  REPLACE "x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x"
  BY      "x = threadIdx.x + i, y = threadIdx.y + j;
      const unsigned row = first_row + x"
  RULE    wrong_result
  AT      "if (row < rows && col < cols) o"
  WORDS   "of each 32 that blockIdx.x counts, only 8 are used"
  SIZE    1 1000
  FIRST)

plant(end_of_threads_before_the_barrier IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "const unsigned first_col = blockIdx.x * TILE;"
  BY      "const unsigned first_col = blockIdx.x * TILE;
  if (first_col + x >= cols) return;"
  RULE    wrong_result
  AT      "if (first_col"
  SIZE    1000 1
  FIRST)

# Of two loops, one in the other.
plant(columns_of_the_first_half IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "const unsigned row = first_row + y, col = first_col + x;"
  BY      "const unsigned row = first_row + y, col = first_col + threadIdx.x;"
  RULE    wrong_result
  ELEMENT "in"
  AT      "tile[y][x] = in"
  WORDS   "it does not depend on inner iteration"
  FIRST)

plant(columns_of_threads_counted_twice IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "const unsigned y = threadIdx.y + i;
    const unsigned row = first_row + x"
  BY      "const unsigned y = 2 * threadIdx.y + i;
    const unsigned row = first_row + x"
  RULE    remark
  AT      "= tile[x][y"
  WORDS   "parts of the index: y = 2 * threadIdx.y + i at kernel.cuh:59"
  FIRST)

plant(a_row_is_16_bits_long IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "in[size_t(row) * cols"
  BY      "in[size_t(row) * static_cast<unsigned short>(cols)"
  RULE    wrong_result
  AT      "static_cast<unsigned short>"
  WORDS   "loads in[")

# The loops exchanged: threads race, and the index is to blame

plant(loops_exchanged_in_the_loads IN transpose_padded VARIANT pad1_32x8
  REPLACE "      const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y"
  BY      "      const unsigned x = threadIdx.x + i, y = threadIdx.y + j;
      const unsigned row = first_row + y"
  RULE    wrong_result
  AT      "x = threadIdx.x + i, y = threadIdx.y + j"
  WORDS   "iteration is in the column of the index, and is wanted in the row"
  FIRST)

plant(swizzled_otherwise_on_the_way_in IN transpose_swizzled VARIANT swizzled_32x8
  REPLACE "tile[y][x ^ y] = in"
  BY      "tile[y][x ^ threadIdx.y] = in"
  RULE    wrong_result
  WORDS   "stored to tile[y][x ^ threadIdx.y] at kernel.cuh:54, and loaded from tile[x][y ^ x] here"
  FIRST)

plant(flat_index_without_the_pad IN transpose_padded VARIANT pad1_32x8
  REPLACE "tile[y][x] = in"
  BY      "(&tile[0][0])[y * TILE + x] = in"
  RULE    wrong_result
  WORDS   "stored to (&tile[0][0])[y * TILE + x] at kernel.cuh:24, and loaded from tile[x][y] here"
  FIRST)

plant(begin_of_rows_for_that_of_columns IN transpose_padded VARIANT pad1_32x32
  REPLACE "row = first_row + x, col = first_col + y;"
  BY      "row = first_row + x, col = first_row + y;"
  RULE    wrong_result
  AT      "row = first_row + x, col = first_row + y;"
  WORDS   "blockIdx.y stands where blockIdx.x is wanted"
  SIZE    68 132
  FIRST)

plant(threads_exchanged_at_the_load IN transpose_padded VARIANT pad1_32x8
  REPLACE "x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + y"
  BY      "x = threadIdx.y + j, y = threadIdx.x + i;
      const unsigned row = first_row + y"
  RULE    out_of_bounds
  WORDS   "for the 8 threads in y: in x the block has 32"
  FIRST)

plant(tiles_as_far_apart_as_padded_rows IN transpose_padded VARIANT pad1_32x8
  REPLACE "first_col = blockIdx.x * TILE;"
  BY      "first_col = blockIdx.x * (TILE + PAD);"
  RULE    wrong_result
  AT      "first_col = blockIdx.x"
  WORDS   "of each 33 that blockIdx.x counts, only 32 are used"
  FIRST)

plant(loops_of_the_other_direction IN transpose_padded VARIANT pad1_32x8
  REPLACE "const unsigned x = threadIdx.x + j, y = threadIdx.y + i;
      const unsigned row = first_row + x"
  BY      "const unsigned x = threadIdx.x + i, y = threadIdx.y + j;
      const unsigned row = first_row + x"
  RULE    out_of_bounds
  ELEMENT "shared tile"
  WORDS   "i goes on by 8 at kernel.cuh:29, for the 8 threads in y: in x the block has 32"
  FIRST)

plant(rows_as_long_as_a_warp IN transpose_padded VARIANT pad1_64x64_32x8
  REPLACE "tile[TILE][TILE + PAD]"
  BY      "tile[TILE][32 + PAD]"
  RULE    remark
  AT      "tile[y][x] ="
  WORDS   "j += 32 at kernel.cuh:21 goes up to 64, and this index of tile[TILE][32 + PAD] at kernel.cuh:14 has 33"
  FIRST)
