# The bugs of step 1. common/tests/planted/plant.cmake tells how to read this.

plant(output_is_input IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "out[size_t(col) * rows + row] = in"
  BY      "out[size_t(row) * cols + col] = in"
  RULE    wrong_result
  AT      "out[size_t(row)")

plant(input_zeroed IN transpose_coalesced_writes VARIANT coalesced_writes_32x8
  REPLACE "if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];"
  BY      "if (row >= rows || col >= cols) return;
  out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
  const_cast<float*>(in)[size_t(row) * cols + col] = 0;"
  RULE    input_overwritten
  ELEMENT "global in"
  AT      "const_cast")

plant(rows_are_cols_long_in_the_output IN transpose_coalesced_reads VARIANT coalesced_reads_8x32
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col) * cols + row]"
  RULE    wrong_result
  ELEMENT "out"
  AT      "out[size_t(col)"
  WORDS   "threadIdx.x counts"
  FIRST)

plant(cols_are_rows_long_in_the_input IN transpose_coalesced_reads VARIANT coalesced_reads_16x16
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(row) * rows + col]"
  RULE    wrong_result
  AT      "in[size_t(row) * rows")

plant(sizes_swapped_in_the_test IN transpose_coalesced_reads VARIANT coalesced_reads_32x32
  REPLACE "row < rows && col < cols"
  BY      "row < cols && col < rows"
  RULE    out_of_bounds
  ELEMENT "global out"
  AT      "in[size_t(row)")

plant(row_may_equal_rows IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "row < rows"
  BY      "row <= rows"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[size_t(row)")

plant(col_may_equal_cols IN transpose_coalesced_writes VARIANT coalesced_writes_32x8
  REPLACE "col < cols"
  BY      "col <= cols"
  RULE    out_of_bounds
  ELEMENT "global out"
  AT      "out[size_t(col)")

plant(no_test_of_the_row IN transpose_coalesced_writes VARIANT coalesced_writes_8x32
  REPLACE "row < rows && col < cols"
  BY      "col < cols"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[size_t(row)")

plant(no_test_of_the_column IN transpose_coalesced_writes VARIANT coalesced_writes_16x16
  REPLACE "row < rows && col < cols"
  BY      "row < rows"
  RULE    out_of_bounds
  ELEMENT "global out"
  AT      "out[size_t(col)")

plant(row_of_16_bits IN transpose_coalesced_reads VARIANT coalesced_reads_8x32
  REPLACE "const unsigned row"
  BY      "const unsigned short row"
  RULE    remark
  ELEMENT "global out"
  AT      "if (row <"
  SIZE    70000 3)

plant(offset_of_16_bits IN transpose_coalesced_writes VARIANT coalesced_writes_32x32
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[static_cast<unsigned short>(row * cols + col)]"
  RULE    wrong_result
  AT      "in[static_cast")

plant(blocks_in_z_forgotten IN block_y VARIANT coalesced_reads_32x8
  REPLACE "blockIdx.z * gridDim.y + blockIdx.y"
  BY      "blockIdx.y"
  RULE    remark
  ELEMENT "global out"
  AT      "if (row <")

plant(last_unrolled_element_not_stored IN transpose_unrolled VARIANT unrolled_4
  REPLACE "i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) out"
  BY      "i < UNROLL - 1; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) out"
  RULE    wrong_result
  AT      "i < UNROLL - 1; ++i")

plant(elements_in_reverse_order IN transpose_unrolled VARIANT unrolled_4
  REPLACE "= value[i];"
  BY      "= value[UNROLL - 1 - i];"
  RULE    wrong_result
  AT      "= value[UNROLL"
  WORDS   "what has no value is stored to out"
  FIRST)

plant(stride_of_one IN transpose_unrolled VARIANT unrolled_8
  REPLACE "first_row + i * blockDim.x;
    if (row < rows) out"
  BY      "first_row + i;
    if (row < rows) out"
  RULE    written_twice
  ELEMENT "global out"
  AT      "out[size_t(col)")

plant(blocks_overlap IN transpose_unrolled VARIANT unrolled_4
  REPLACE "blockDim.x * UNROLL"
  BY      "blockDim.x"
  RULE    remark
  ELEMENT "global out"
  AT      "if (row < rows) o")

plant(every_second_row IN transpose_looped VARIANT looped_32x8
  REPLACE "i += 8"
  BY      "i += 16"
  RULE    wrong_result
  AT      "out[size_t(col)")

plant(rows_moved_twice IN transpose_looped VARIANT looped_32x8
  REPLACE "i += 8"
  BY      "i += 4"
  RULE    contract
  ELEMENT "global loads")

plant(every_row_moved_twice IN transpose_looped VARIANT looped_32x8
  REPLACE "for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;"
  BY      "for (unsigned i = 0; i < 64; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i % 32;"
  RULE    contract
  ELEMENT "global loads")

plant(patches_that_overlap IN transpose_looped VARIANT looped_32x8
  REPLACE "row = block_y() * 32 + threadIdx.y + i"
  BY      "row = block_y() * 8 + threadIdx.y + i"
  RULE    wrong_result
  AT      "row = block_y() * 8"
  WORDS   "blockIdx.y counts 8, and not 32, in the index at"
  FIRST)

plant(shifted_by_one IN transpose_looped VARIANT looped_32x8
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(col) * rows + (row + 1) % rows]"
  RULE    wrong_result
  AT      "out[size_t(col)")

plant(transposed_instead_of_copied IN copy VARIANT copy
  REPLACE "out[size_t(row) * cols + col]"
  BY      "out[size_t(col) * rows + row]"
  RULE    wrong_result
  AT      "out[size_t(col)")

plant(grid_too_small IN variants VARIANT coalesced_reads_16x16
  REPLACE "transpose_coalesced_reads, {16, 16}, {16, 16}"
  BY      "transpose_coalesced_reads, {16, 16}, {32, 32}"
  RULE    wrong_result)

plant(grid_not_turned IN variants VARIANT coalesced_writes_32x32
  REPLACE "transpose_coalesced_writes, {32, 32}, {32, 32}, by_output"
  BY      "transpose_coalesced_writes, {32, 32}, {32, 32}"
  RULE    wrong_result)

plant(uncoalesced_writes IN variants VARIANT coalesced_writes_32x8
  REPLACE "transpose_coalesced_writes, {32, 8}, {8, 32}, by_output"
  BY      "transpose_coalesced_reads, {32, 8}, {32, 8}"
  RULE    contract
  ELEMENT "global stores")

plant(stack_overflow IN transpose_unrolled VARIANT unrolled_8
  REPLACE "float value[UNROLL];"
  BY      "float value[40000];
  value[col] = 0;"
  RULE    wrong_result
  WORDS   "overflows its stack")

plant(block_indices_swapped IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "col = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = block_y() *"
  BY      "col = block_y() * blockDim.x + threadIdx.x;
  const unsigned row = blockIdx.x *"
  RULE    wrong_result)

plant(block_indices_swapped_for_coalesced_writes IN transpose_coalesced_writes VARIANT coalesced_writes_16x16
  REPLACE "row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned col = block_y() *"
  BY      "row = block_y() * blockDim.x + threadIdx.x;
  const unsigned col = blockIdx.x *"
  RULE    wrong_result)

plant(two_threads_one_row_of_the_output IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "out[size_t(col) *"
  BY      "out[size_t(col & ~1u) *"
  RULE    written_twice
  ELEMENT "global out"
  AT      "out[size_t(col")

plant(blocks_share_elements IN transpose_coalesced_reads VARIANT coalesced_reads_16x16
  REPLACE "col = blockIdx.x * blockDim.x"
  BY      "col = blockIdx.x / 2 * blockDim.x"
  RULE    remark
  ELEMENT "global out"
  AT      "out[size_t(col)")

plant(first_row_not_written IN transpose_coalesced_reads VARIANT coalesced_reads_8x32
  REPLACE "row < rows &&"
  BY      "row > 0 && row < rows &&"
  RULE    wrong_result
  AT      "in[size_t(row) * cols + col]")

# More work than needed: the result is right.

plant(twice_as_many_blocks IN variants VARIANT coalesced_reads_32x8
  REPLACE "transpose_coalesced_reads, {32, 8}, {32, 8}"
  BY      "transpose_coalesced_reads, {32, 8}, {16, 8}"
  RULE    contract
  ELEMENT "grid")

plant(four_times_as_many_blocks IN variants VARIANT unrolled_4
  REPLACE "{8, 128}"
  BY      "{8, 32}"
  RULE    contract
  ELEMENT "grid"
  WORDS   "this row gives a block 8x32 elements, and its contract 8x128 elements")

plant(barrier_for_nothing IN transpose_looped VARIANT looped_32x8
  REPLACE "+ threadIdx.x;"
  BY      "+ threadIdx.x;
  __syncthreads();"
  RULE    contract
  ELEMENT "barriers")

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
  RULE    contract
  ELEMENT "global stores")

plant(loaded_and_stored_in_one_loop IN transpose_unrolled VARIANT unrolled_4
  REPLACE "if (row < rows) value[i] = in[size_t(row) * cols + col];
  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if"
  BY      "if (row < rows) value[i] = in[size_t(row) * cols + col];
    if"
  RULE    contract
  ELEMENT "loads in flight")

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
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "in[row * cols + col]")

plant(output_offset_of_32_bits IN transpose_coalesced_writes VARIANT coalesced_writes_8x32
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[col * rows + row]"
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "out[col * rows + row]")

plant(input_offset_that_is_an_int IN transpose_looped VARIANT looped_32x8
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[int(row * cols + col)]"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(unrolled_output_offset_of_32_bits IN transpose_unrolled VARIANT unrolled_8
  REPLACE "size_t(col) * rows + row"
  BY      "col * rows + row"
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "col * rows + row")

plant(unrolled_input_offset_of_32_bits IN transpose_unrolled VARIANT unrolled_4
  REPLACE "size_t(row) * cols + col"
  BY      "row * cols + col"
  RULE    wrong_result
  WORDS   "2^32 elements further on"
  AT      "row * cols + col")

plant(copied_with_32_bits IN copy VARIANT copy
  REPLACE "out[size_t(row) * cols + col] = in[size_t(row) * cols + col]"
  BY      "out[row * cols + col] = in[row * cols + col]"
  RULE    remark
  ELEMENT "global out"
  AT      "if (row <")

# Wrong indexes, which are named as what they are: sums of multiples of blocks, threads and rounds.

plant(blocks_as_far_apart_as_they_are_wide IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "block_y() * blockDim.y + threadIdx.y"
  BY      "block_y() * blockDim.x + threadIdx.y"
  RULE    wrong_result
  AT      "out[size_t(col)")

plant(rounds_too_far_apart IN transpose_looped VARIANT looped_32x8
  REPLACE "i < 32; i += 8"
  BY      "i < 32; i += 16"
  RULE    wrong_result
  AT      "out[size_t(col)")

plant(last_row_kept_out_by_a_test IN transpose_looped VARIANT looped_32x8
  REPLACE "row < rows"
  BY      "row < rows - 1"
  RULE    wrong_result
  AT      "out[size_t(col)")

plant(a_round_too_few IN transpose_unrolled VARIANT unrolled_4
  REPLACE "i < UNROLL; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value"
  BY      "i < UNROLL - 1; ++i) {
    const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value"
  RULE    wrong_result
  AT      "i < UNROLL - 1"
  WORDS   "iteration goes through 3, and not 4")

plant(grid_of_larger_tiles IN variants VARIANT unrolled_8
  REPLACE "transpose_unrolled<8>"
  BY      "transpose_unrolled<4>"
  RULE    wrong_result)

# A conversion makes another NaN of a signalling one: the bits are not those of the input.
plant(values_on_their_way_as_doubles IN transpose_unrolled VARIANT unrolled_4
  REPLACE "float value[UNROLL]"
  BY      "double value[UNROLL]"
  RULE    wrong_result)

plant(registers_in_reverse_order IN transpose_unrolled VARIANT unrolled_4
  REPLACE "= value[i];"
  BY      "= value[UNROLL - 1 - i];"
  RULE    wrong_result
  AT      "= value[UNROLL"
  SIZE    33 65)

plant(copy_to_the_place_of_a_transpose IN copy VARIANT copy
  REPLACE "out[size_t(row) * cols + col]"
  BY      "out[size_t(col) * rows + row]"
  RULE    wrong_result
  AT      "out[size_t(col)")

plant(column_of_16_bits_far_out IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "const unsigned col"
  BY      "const unsigned short col"
  RULE    wrong_result
  AT      "const unsigned short col"
  WORDS   "col = blockIdx.x * blockDim.x + threadIdx.x has 16 bits, in the index at kernel.cuh:21")

plant(elements_loaded_again_to_store IN transpose_unrolled VARIANT unrolled_4
  REPLACE "= value[i];"
  BY      "= i % 2 ? value[i] : in[size_t(row) * cols + col];"
  RULE    contract
  ELEMENT "global loads"
  AT      "i % 2 ?")

plant(kernel_that_transposes_for_the_copy IN variants VARIANT copy
  REPLACE "copy_variant(\"copy\", copy,"
  BY      "copy_variant(\"copy\", transpose_looped,"
  RULE    wrong_result
  FIRST)

plant(kernel_that_copies_for_a_transpose IN variants VARIANT looped_32x8
  REPLACE "transpose_looped, {32, 8}"
  BY      "copy, {32, 8}"
  RULE    wrong_result
  FIRST)

plant(copy_from_the_place_of_a_transpose IN copy VARIANT copy
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(col) * rows + row]"
  RULE    wrong_result
  AT      "in[size_t(col)"
  FIRST)

plant(values_shared_by_all_threads IN transpose_unrolled VARIANT unrolled_4
  REPLACE "float value[UNROLL];"
  BY      "__shared__ float value[UNROLL];"
  RULE    race
  ELEMENT "shared value"
  AT      "value[i] = in"
  SIZE    1 1000
  FIRST)

plant(values_of_all_threads_in_one_place IN transpose_unrolled VARIANT unrolled_4
  REPLACE "float value[UNROLL];"
  BY      "__shared__ float value[UNROLL];"
  RULE    race
  ELEMENT "shared value"
  AT      "] = in["
  FIRST)

# Arithmetic, too, makes another NaN of a signalling one.
plant(added_to_zero IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "if (row < rows && col < cols) out[size_t(col) * rows + row] = in"
  BY      "if (row >= rows || col >= cols) return;
  out[size_t(col) * rows + row] = 0;
  out[size_t(col) * rows + row] += in"
  RULE    wrong_result
  AT      "+= in"
  SIZE    33 65
  FIRST)

plant(block_with_too_many_rows_of_threads IN variants VARIANT looped_32x8
  REPLACE "transpose_looped, {32, 8}"
  BY      "transpose_looped, {32, 16}"
  RULE    wrong_result
  AT      "transpose_looped, {32, 16}"
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
  RULE    out_of_bounds
  AT      "= mine[i + 2]"
  FIRST)

plant(block_turned IN variants VARIANT coalesced_writes_32x8
  REPLACE "{32, 8}, {8, 32}"
  BY      "{8, 32}, {32, 8}"
  RULE    contract
  ELEMENT "grid"
  FIRST)

# What the emulator cannot see does not count as less work.
plant(accesses_hidden_from_the_emulator IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "out[size_t(col) * rows + row] = in[size_t(row) * cols + col];"
  BY      "[&]() __attribute__((no_sanitize(\"thread\"))) { out[size_t(col) * rows + row] = in[size_t(row) * cols + col]; }();"
  RULE    contract
  ELEMENT "hidden accesses")

# Nor is what is loaded in its place.
plant(stores_hidden_from_the_emulator IN transpose_coalesced_writes VARIANT coalesced_writes_32x8
  REPLACE "out[size_t(col) * rows + row] = in[size_t(row) * cols + col];"
  BY      "{
    const float value = in[size_t(row) * cols + col];
    [&]() __attribute__((no_sanitize(\"thread\"))) { out[size_t(col) * rows + row] = value; }();
  }"
  RULE    contract
  ELEMENT "hidden accesses")

plant(threads_that_count_rounds IN transpose_looped VARIANT looped_32x8
  REPLACE "threadIdx.y + i"
  BY      "threadIdx.y * 4 + i"
  RULE    wrong_result
  AT      "out[size_t"
  WORDS   "threadIdx.y counts 4, and not 1"
  FIRST)

plant(rounds_of_a_whole_block IN transpose_looped VARIANT looped_32x8
  REPLACE "i += 8"
  BY      "i += blockDim.x"
  RULE    wrong_result
  AT      "i += blockDim.x"
  WORDS   "of each 32 that blockIdx.y counts, only 8 are used by its one iteration"
  FIRST)

plant(columns_of_blocks_of_eight IN copy VARIANT copy
  REPLACE "blockIdx.x * 32"
  BY      "blockIdx.x * blockDim.y"
  RULE    wrong_result
  AT      "blockIdx.x * blockDim.y"
  WORDS   "blockIdx.x counts 8, and not 32"
  FIRST)

plant(the_last_register_for_all IN transpose_unrolled VARIANT unrolled_4
  REPLACE "= value[i];"
  BY      "= value[UNROLL - 1];"
  RULE    wrong_result
  AT      "= value[UNROLL"
  WORDS   "out[0][0] gets in[96][0]"
  SIZE    1 1
  FIRST)

plant(the_first_register_for_all IN transpose_unrolled VARIANT unrolled_8
  REPLACE "= value[i];"
  BY      "= value[0];"
  RULE    wrong_result
  AT      "= value[0]"
  WORDS   "is stored nowhere"
  FIRST)

plant(unrolled_less_than_its_tile IN variants VARIANT unrolled_8
  REPLACE "transpose_unrolled<8>"
  BY      "transpose_unrolled<4>"
  RULE    wrong_result
  AT      "unrolled_8"
  WORDS   "the grid of 2x34x1 is too small" "reaches all with one of 3x34x1"
  FIRST)

plant(blocks_in_z_by_the_wrong_side IN block_y VARIANT coalesced_writes_16x16
  REPLACE "blockIdx.z * gridDim.y"
  BY      "blockIdx.z * gridDim.x"
  RULE    wrong_result
  WORDS   "where blockIdx.z is 0"
  FIRST)

plant(nobody_passes_the_test IN transpose_coalesced_reads VARIANT coalesced_reads_32x8
  REPLACE "row < rows && col < cols"
  BY      "row >= rows && col < cols"
  RULE    wrong_result
  WORDS   "no thread loads or stores anything"
  FIRST)

# Each element is stored once, so that the loads are to blame for those that are never loaded.
plant(loads_neighbours_and_stores_apart IN transpose_unrolled VARIANT unrolled_4
  REPLACE "const unsigned row = first_row + i * blockDim.x;
    if (row < rows) value[i] = in"
  BY      "const unsigned row = first_row + i;
    if (row < rows) value[i] = in"
  RULE    wrong_result
  ELEMENT "in"
  AT      "value[i] = in"
  WORDS   "iteration counts 1, and not 32"
  FIRST)

plant(rows_before_the_last_left_too IN transpose_unrolled VARIANT unrolled_4
  REPLACE "if (col >= cols) return;"
  BY      "if (col >= cols || first_row + (UNROLL - 1) * blockDim.x >= rows) return;"
  RULE    wrong_result
  AT      "UNROLL - 1"
  WORDS   "keeps thread")

# One number of the thread where another one is wanted; an iteration of the stores alone

plant(column_by_the_row_of_threads IN transpose_looped VARIANT looped_32x8
  REPLACE "col = blockIdx.x * 32 + threadIdx.x"
  BY      "col = blockIdx.x * 32 + threadIdx.y"
  RULE    wrong_result
  AT      "col = blockIdx.x * 32 + threadIdx.y"
  WORDS   "threadIdx.y stands where threadIdx.x is wanted"
  FIRST)

plant(last_of_the_stores_left_out IN transpose_unrolled VARIANT unrolled_4
  REPLACE "  }
#pragma unroll
  for (unsigned i = 0; i < UNROLL; ++i) {"
  BY      "  }
#pragma unroll
  for (unsigned i = 0; i + 1 < UNROLL; ++i) {"
  RULE    wrong_result
  AT      "i + 1 < UNROLL"
  WORDS   "iteration goes through 3, and not 4"
  FIRST)

plant(loads_that_end_early_leave_registers_unset IN transpose_unrolled VARIANT unrolled_4
  REPLACE "if (row < rows) value[i] = in"
  BY      "if (row + blockDim.x < rows) value[i] = in"
  RULE    wrong_result
  AT      "if (row + blockDim.x < rows) value"
  WORDS   "if (row + blockDim.x < rows) keeps thread" "gets what has no value"
  FIRST)

plant(row_of_16_bits_far_out IN transpose_coalesced_writes VARIANT coalesced_writes_32x8
  REPLACE "const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned col = block_y() * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out"
  BY      "const unsigned short row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned col = block_y() * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out"
  RULE    wrong_result
  WORDS   "has a row or a column 16 bits"
  FIRST)

# In one line for all kernels: what takes blockIdx.z in is told before the index that lacks it.
plant(blocks_in_z_begin_too_far IN block_y VARIANT coalesced_reads_32x8
  REPLACE "blockIdx.z * gridDim.y"
  BY      "blockIdx.z * 65536"
  RULE    wrong_result
  AT      "blockIdx.z * 65536"
  WORDS   "this line does so only where blockIdx.z is 0"
  FIRST)

plant(block_multiplied_with_thread IN transpose_coalesced_writes VARIANT coalesced_writes_32x8
  REPLACE "block_y() * blockDim.y + threadIdx.y"
  BY      "block_y() * (blockDim.y + threadIdx.y)"
  RULE    remark
  AT      "out[size_t(col)"
  WORDS   "col = block_y() * (blockDim.y + threadIdx.y) at kernel.cuh:27 is 24 for both"
  FIRST)

plant(as_many_values_as_another_row_has IN transpose_unrolled VARIANT unrolled_8
  REPLACE "float value[UNROLL];"
  BY      "float value[4];"
  RULE    remark
  AT      "value[i] = in"
  WORDS   "++i at kernel.cuh:39 goes up to 8, and value[4] at kernel.cuh:37 has 4"
  FIRST)

plant(row_that_adds_up IN transpose_looped VARIANT looped_32x8
  REPLACE "#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = block_y() * 32 + threadIdx.y + i;"
  BY      "  unsigned row = block_y() * 32 + threadIdx.y;
  for (unsigned i = 0; i < 32; i += 8) {
    row += i;"
  RULE    wrong_result
  AT      "row += i"
  WORDS   "row += i: from one iteration to the next it goes on by 8, then by 16, in the index at kernel.cuh:56"
  FIRST)

plant(loop_from_the_thread IN copy VARIANT copy
  REPLACE "for (unsigned i = 0"
  BY      "for (unsigned i = threadIdx.y"
  RULE    wrong_result
  AT      "out[size_t"
  WORDS   "threadIdx.y is in both: row = block_y() * 32 + threadIdx.y + i at kernel.cuh:65, i = threadIdx.y at kernel.cuh:64"
  FIRST)
