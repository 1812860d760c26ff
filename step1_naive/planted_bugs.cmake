# The bugs of step 1. common/tests/planted/plant.cmake tells how to read this.

plant(output_is_input IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "out[size_t(col) * rows + row] = in"
  BY      "out[size_t(row) * cols + col] = in"
  EXPECT  "the output is the input"
  AT      "out[size_t(row)")

plant(input_zeroed IN transpose_coalesced_writes VARIANT coalesced_writes_32x8
  REPLACE "if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];"
  BY      "if (row >= rows || col >= cols) return;
  out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
  const_cast<float*>(in)[size_t(row) * cols + col] = 0;"
  EXPECT  "writes global in[0], the input, which has to stay as it is"
  AT      "const_cast")

plant(rows_are_cols_long_in_the_output IN transpose_coalesced_reads VARIANT coalesced_reads_8x32
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col) * cols + row]"
  EXPECT  "out of bounds" "global out"
  AT      "out[size_t(col)")

plant(cols_are_rows_long_in_the_input IN transpose_coalesced_reads VARIANT coalesced_reads_16x16
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(row) * rows + col]"
  EXPECT  "rows and columns are swapped in the size" "input"
  AT      "in[size_t(row) * rows")

plant(sizes_swapped_in_the_test IN transpose_coalesced_reads VARIANT coalesced_reads_32x32
  REPLACE "row < rows && col < cols"
  BY      "row < cols && col < rows"
  EXPECT  "out of bounds" "global out"
  AT      "in[size_t(row)")

plant(row_may_equal_rows IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "row < rows"
  BY      "row <= rows"
  EXPECT  "out of bounds" "global in"
  AT      "in[size_t(row)")

plant(col_may_equal_cols IN transpose_coalesced_writes VARIANT coalesced_writes_32x8
  REPLACE "col < cols"
  BY      "col <= cols"
  EXPECT  "out of bounds" "global out"
  AT      "out[size_t(col)")

plant(no_test_of_the_row IN transpose_coalesced_writes VARIANT coalesced_writes_8x32
  REPLACE "row < rows && col < cols"
  BY      "col < cols"
  EXPECT  "out of bounds" "global in"
  AT      "in[size_t(row)")

plant(no_test_of_the_column IN transpose_coalesced_writes VARIANT coalesced_writes_16x16
  REPLACE "row < rows && col < cols"
  BY      "row < rows"
  EXPECT  "out of bounds" "global out"
  AT      "out[size_t(col)")

plant(row_of_16_bits IN transpose_coalesced_reads VARIANT coalesced_reads_8x32
  REPLACE "const unsigned row"
  BY      "const unsigned short row"
  EXPECT  "written twice" "global out"
  AT      "out[size_t(col)"
  SIZE    70000 3)

plant(offset_of_16_bits IN transpose_coalesced_writes VARIANT coalesced_writes_32x32
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[static_cast<unsigned short>(row * cols + col)]"
  EXPECT  "elements below it, as numbers of 16 bits are"
  AT      "in[static_cast")

plant(blocks_in_z_forgotten IN block_y VARIANT coalesced_reads_32x8
  REPLACE "blockIdx.z * gridDim.y + blockIdx.y"
  BY      "blockIdx.y"
  EXPECT  "written twice" "global out")

plant(last_unrolled_element_not_stored IN transpose_unrolled VARIANT unrolled_4
  REPLACE "i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) out"
  BY      "i < UNROLL - 1; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) out"
  EXPECT  "16384 of 65536 elements are wrong, 16384 of them never written"
  AT      "= value[i]")

plant(stride_of_one IN transpose_unrolled VARIANT unrolled_8
  REPLACE "first_row + i * blockDim.x;
    if (row < rows) out"
  BY      "first_row + i;
    if (row < rows) out"
  EXPECT  "written twice" "global out"
  AT      "out[size_t(col)")

plant(blocks_overlap IN transpose_unrolled VARIANT unrolled_4
  REPLACE "blockDim.x * UNROLL"
  BY      "blockDim.x"
  EXPECT  "written twice" "global out"
  AT      "out[size_t(col)")

plant(every_second_row IN transpose_looped VARIANT looped_32x8
  REPLACE "i += 8"
  BY      "i += 16"
  EXPECT  "32768 of 65536 elements are wrong, 32768 of them never written"
  AT      "out[size_t(col)")

plant(rows_moved_twice IN transpose_looped VARIANT looped_32x8
  REPLACE "i += 8"
  BY      "i += 4"
  EXPECT  "memory contract: global loads: 4064 requests" "not 2048 requests")

plant(every_row_moved_twice IN transpose_looped VARIANT looped_32x8
  REPLACE "for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;"
  BY      "for (unsigned i = 0; i < 64; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i % 32;"
  EXPECT  "memory contract: global loads: 4096 requests" "not 2048 requests")

plant(shifted_by_one IN transpose_looped VARIANT looped_32x8
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col) * rows + (row + 1) % rows]"
  EXPECT  "begins with number 1 of the columns, not with 0"
  AT      "out[size_t(col)")

plant(transposed_instead_of_copied IN copy VARIANT copy
  REPLACE "out[size_t(row) * cols + col]"
  BY      "out[size_t(col) * rows + row]"
  EXPECT  "65280 of 65536 elements are wrong, 0 of them never written"
  AT      "out[size_t(col)")

plant(grid_too_small IN variants VARIANT coalesced_reads_16x16
  REPLACE "transpose_coalesced_reads, {16, 16}, {16, 16}"
  BY      "transpose_coalesced_reads, {16, 16}, {32, 32}"
  EXPECT  "variants.cu:11: the tile is {32, 32}, but a block does 16 x 16"
          "49152 of 65536 elements are wrong, 49152 of them never written")

plant(grid_not_turned IN variants VARIANT coalesced_writes_32x32
  REPLACE "transpose_coalesced_writes, {32, 32}, {32, 32}, by_output"
  BY      "transpose_coalesced_writes, {32, 32}, {32, 32}"
  EXPECT  "variants.cu:16: rows and columns are swapped in the grid"
          "65536 of 131072 elements are wrong, 65536 of them never written")

plant(uncoalesced_writes IN variants VARIANT coalesced_writes_32x8
  REPLACE "transpose_coalesced_writes, {32, 8}, {8, 32}, by_output"
  BY      "transpose_coalesced_reads, {32, 8}, {32, 8}"
  EXPECT  "memory contract: global stores: 2048 requests, 65536 sectors (32 each)" "8192 sectors (4 each)")

plant(stack_overflow IN transpose_unrolled VARIANT unrolled_8
  REPLACE "float value[UNROLL];"
  BY      "float value[20000];
  value[col] = 0;"
  EXPECT  "overflows its stack")

plant(block_indices_swapped IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = block_y() *"
  BY      "col = block_y() * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.x *"
  EXPECT  "rows and columns are swapped in the grid")

plant(block_indices_swapped_for_coalesced_writes IN transpose_coalesced_writes VARIANT coalesced_writes_16x16
  REPLACE "row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned col = block_y() *"
  BY      "row = block_y() * blockDim.x + threadIdx.x;
  const unsigned col = blockIdx.x *"
  EXPECT  "rows and columns are swapped in the grid")

plant(two_threads_one_row_of_the_output IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "out[size_t(col) *"
  BY      "out[size_t(col & ~1u) *"
  EXPECT  "written twice" "global out[0], by thread (1, 0)" "two threads have the same index here"
  AT      "out[size_t(col")

plant(blocks_share_elements IN transpose_coalesced_reads VARIANT coalesced_reads_16x16
  REPLACE "col = blockIdx.x * blockDim.x"
  BY      "col = blockIdx.x / 2 * blockDim.x"
  EXPECT  "written twice, with the same value: global out[0]" "by thread (0, 0) of block (1, 0)"
  AT      "out[size_t(col)")

plant(first_row_not_written IN transpose_coalesced_reads VARIANT coalesced_reads_8x32
  REPLACE "row < rows &&"
  BY      "row > 0 && row < rows &&"
  EXPECT  "row 0, column 0 of the output was never written"
  AT      "in[size_t(row) * cols + col]")

# More work than needed: the result is right.

plant(twice_as_many_blocks IN variants VARIANT coalesced_reads_32x8
  REPLACE "transpose_coalesced_reads, {32, 8}, {32, 8}"
  BY      "transpose_coalesced_reads, {32, 8}, {16, 8}"
  EXPECT  "memory contract: grid: 512 blocks" "not 256 blocks")

plant(four_times_as_many_blocks IN variants VARIANT unrolled_4
  REPLACE "{8, 128}"
  BY      "{8, 32}"
  EXPECT  "memory contract: grid: 256 blocks" "not 64 blocks")

plant(barrier_for_nothing IN transpose_looped VARIANT looped_32x8
  REPLACE "+ threadIdx.x;"
  BY      "+ threadIdx.x;
  __syncthreads();"
  EXPECT  "memory contract: barriers: 64 passed")

plant(neighbouring_rows_per_thread IN transpose_unrolled VARIANT unrolled_4
  REPLACE "blockDim.x * UNROLL + threadIdx.x;
  const unsigned col = block_y() * blockDim.y + threadIdx.y;
  if (col >= cols) return;
  float value[UNROLL];
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;"
  BY      "blockDim.x * UNROLL + threadIdx.x * UNROLL;
  const unsigned col = block_y() * blockDim.y + threadIdx.y;
  if (col >= cols) return;
  float value[UNROLL];
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i;
    if (row < rows) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i;"
  EXPECT  "memory contract: global stores: 2048 requests, 32768 sectors (16 each)" "8192 sectors (4 each)")

plant(loaded_and_stored_in_one_loop IN transpose_unrolled VARIANT unrolled_4
  REPLACE "if (row < rows) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if"
  BY      "if (row < rows) value[i] = in[size_t(row) * cols + col];
    if"
  EXPECT  "memory contract: loads in flight: 256 rounds" "not 64 rounds")

# Other words for the same.

rewrite(size_t_everywhere IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = block_y() * blockDim.y + threadIdx.y;"
  BY      "const size_t col = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t row = size_t(block_y()) * blockDim.y + threadIdx.y;")

rewrite(pointers_instead_of_indexes IN transpose_coalesced_writes VARIANT coalesced_writes_8x32
  REPLACE "if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];"
  BY      "if (row >= rows || col >= cols) return;
  const float* from = in + size_t(row) * cols + col;
  float* to = out + size_t(col) * rows + row;
  *to = *from;")

rewrite(not_unrolled IN transpose_looped VARIANT looped_32x8
  REPLACE "#pragma unroll\n"
  BY      "")

rewrite(backwards IN transpose_looped VARIANT looped_32x8
  REPLACE "for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;"
  BY      "for (int i = 24; i >= 0; i -= 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;")

rewrite(loops_that_continue IN transpose_unrolled VARIANT unrolled_8
  REPLACE "if (row < rows) out[size_t(col) * rows + row] = value[i];"
  BY      "if (row >= rows) continue;
    float* row_of_output = out + size_t(col) * rows;
    row_of_output[row] = value[i];")

# Blocks in another order.

rewrite(z_counts_first IN block_y VARIANT copy
  REPLACE "blockIdx.z * gridDim.y + blockIdx.y"
  BY      "blockIdx.y * gridDim.z + blockIdx.z")

rewrite(z_counts_first_on_the_way_to_columns IN block_y VARIANT coalesced_writes_32x8
  REPLACE "blockIdx.z * gridDim.y + blockIdx.y"
  BY      "blockIdx.y * gridDim.z + blockIdx.z")

# Element offsets of 32 bits, which only a matrix of 2^31 elements shows: a few blocks of one are run.

plant(input_offset_of_32_bits IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[row * cols + col]"
  EXPECT  "2^32 elements further on"
  AT      "in[row * cols + col]")

plant(output_offset_of_32_bits IN transpose_coalesced_writes VARIANT coalesced_writes_8x32
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[col * rows + row]"
  EXPECT  "2^32 elements further on"
  AT      "out[col * rows + row]")

plant(input_offset_that_is_an_int IN transpose_looped VARIANT looped_32x8
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[int(row * cols + col)]"
  EXPECT  "out of bounds" "global in" "2^32 less than" "the offset is an int, of 32 bits")

plant(unrolled_output_offset_of_32_bits IN transpose_unrolled VARIANT unrolled_8
  REPLACE "size_t(col) * rows + row"
  BY      "col * rows + row"
  EXPECT  "2^32 elements further on"
  AT      "col * rows + row")

plant(unrolled_input_offset_of_32_bits IN transpose_unrolled VARIANT unrolled_4
  REPLACE "size_t(row) * cols + col"
  BY      "row * cols + col"
  EXPECT  "2^32 elements further on"
  AT      "row * cols + col")

plant(copied_with_32_bits IN copy VARIANT copy
  REPLACE "out[size_t(row) * cols + col] = in[size_t(row) * cols + col]"
  BY      "out[row * cols + col] = in[row * cols + col]"
  EXPECT  "are element offsets of 64 bits?")

# Wrong indexes, which are named as what they are: sums of multiples of blocks, threads and rounds.

plant(blocks_as_far_apart_as_they_are_wide IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "block_y() * blockDim.y + threadIdx.y"
  BY      "block_y() * blockDim.x + threadIdx.y"
  EXPECT  "leaves rows out: blockIdx.y goes on by 32, but threadIdx.y covers 8"
  AT      "out[size_t(col)")

plant(rounds_too_far_apart IN transpose_looped VARIANT looped_32x8
  REPLACE "i < 32; i += 8"
  BY      "i < 32; i += 16"
  EXPECT  "leaves rows out: a round goes on by 16, but threadIdx.y covers 8"
  AT      "out[size_t(col)")

plant(last_row_kept_out_by_a_test IN transpose_looped VARIANT looped_32x8
  REPLACE "row < rows"
  BY      "row < rows - 1"
  EXPECT  "names every element, but no thread loads in[399][0]: the last row of in, 399: a test is too strict by one"
  AT      "out[size_t(col)")

plant(a_round_too_few IN transpose_unrolled VARIANT unrolled_4
  REPLACE "i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value"
  BY      "i < UNROLL - 1; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value"
  EXPECT  "leaves rows out: blockIdx.x goes on by 128, but threadIdx.x and the rounds cover 96"
  AT      "value[i] = in")

plant(grid_of_larger_tiles IN variants VARIANT unrolled_8
  REPLACE "transpose_unrolled<8>"
  BY      "transpose_unrolled<4>"
  EXPECT  "variants.cu:18: the tile is {8, 256}, but a block does 8 x 128")

# A conversion makes another NaN of a signalling one: the bits are not those of the input.
plant(values_on_their_way_as_doubles IN transpose_unrolled VARIANT unrolled_4
  REPLACE "float value[UNROLL]"
  BY      "double value[UNROLL]"
  EXPECT  "passes through a double, or arithmetic, on its way")

plant(registers_in_reverse_order IN transpose_unrolled VARIANT unrolled_4
  REPLACE "= value[i];"
  BY      "= value[UNROLL - 1 - i];"
  EXPECT  "in[0][0] ends in out[0][96], not in out[0][0]" "(at 130x260)"
  AT      "= value[UNROLL"
  SIZE    33 65)

plant(copy_to_the_place_of_a_transpose IN copy VARIANT copy
  REPLACE "out[size_t(row) * cols + col]"
  BY      "out[size_t(col) * rows + row]"
  EXPECT  "is the place that a transpose has"
  AT      "out[size_t(col)")

plant(column_of_16_bits_far_out IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "const unsigned col"
  BY      "const unsigned short col"
  EXPECT  "columns of in before, as where a column is a number of 16 bits"
  AT      "out[size_t(col)")

plant(elements_loaded_again_to_store IN transpose_unrolled VARIANT unrolled_4
  REPLACE "= value[i];"
  BY      "= i % 2 ? value[i] : in[size_t(row) * cols + col];"
  EXPECT  "memory contract: global loads: 6144 requests, 196608 sectors (32 each)"
  AT      "i % 2 ?")

plant(kernel_that_transposes_for_the_copy IN variants VARIANT copy
  REPLACE "copy_variant(\"copy\", copy,"
  BY      "copy_variant(\"copy\", transpose_looped,"
  EXPECT  "variants.cu:20: copy has to copy, and this line launches a kernel that transposes"
  FIRST)

plant(kernel_that_copies_for_a_transpose IN variants VARIANT looped_32x8
  REPLACE "transpose_looped, {32, 8}"
  BY      "copy, {32, 8}"
  EXPECT  "variants.cu:19: looped_32x8 has to transpose, and this line launches a kernel that copies"
  FIRST)

plant(copy_from_the_place_of_a_transpose IN copy VARIANT copy
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(col) * rows + row]"
  EXPECT  "is the place that a transpose has"
  AT      "in[size_t(col)"
  FIRST)

plant(values_shared_by_all_threads IN transpose_unrolled VARIANT unrolled_4
  REPLACE "float value[UNROLL];"
  BY      "__shared__ float value[UNROLL];"
  EXPECT  "race on shared value" "without __shared__?"
  AT      "value[i] = in"
  SIZE    1 1000
  FIRST)

plant(values_of_all_threads_in_one_place IN transpose_unrolled VARIANT unrolled_4
  REPLACE "float value[UNROLL];"
  BY      "__shared__ float value[UNROLL];"
  EXPECT  "race on shared value[0]" "value has fewer elements than the block has threads" "without __shared__?"
  AT      "] = in["
  FIRST)

# Arithmetic, too, makes another NaN of a signalling one.
plant(added_to_zero IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "if (row < rows && col < cols) out[size_t(col) * rows + row] = in"
  BY      "if (row >= rows || col >= cols) return;
  out[size_t(col) * rows + row] = 0;
  out[size_t(col) * rows + row] += in"
  EXPECT  "passes through a double, or arithmetic, on its way to"
  AT      "+= in"
  SIZE    33 65
  FIRST)

plant(block_with_too_many_rows_of_threads IN variants VARIANT looped_32x8
  REPLACE "transpose_looped, {32, 8}"
  BY      "transpose_looped, {32, 16}"
  EXPECT  "variants.cu:19: the block has {32, 16} threads, but the kernel is one for {32, 8}: with that it keeps its memory contract"
  FIRST)

plant(register_behind_the_last_one IN transpose_unrolled VARIANT unrolled_4
  REPLACE "float value[UNROLL];
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) out[size_t(col) * rows + row] = value[i];"
  BY      "float mine[UNROLL + 1];
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) mine[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) out[size_t(col) * rows + row] = mine[i + 2];"
  EXPECT  "out of bounds" "uses index 5 of an array of its own"
  AT      "= mine[i + 2]"
  FIRST)

plant(block_turned IN variants VARIANT coalesced_writes_32x8
  REPLACE "{32, 8}, {8, 32}"
  BY      "{8, 32}, {32, 8}"
  EXPECT  "variants.cu:13: the block has {8, 32} threads, but the kernel is one for {32, 8}: with that and the tile {8, 32} it keeps its memory contract"
  FIRST)
