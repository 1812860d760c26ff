# The bugs of step 6. common/tests/planted/plant.cmake tells how to read this.

# What is turned inside of words. It is wrong between the load and the first store: the store is named.

plant(selector_of_the_right_half IN turn_2x2 VARIANT words_2_bytes
  REPLACE "0x7632"
  BY      "0x7654"
  RULE    wrong_result
  ELEMENT "tile")

plant(halves_swapped IN turn_2x2 VARIANT words_2_bytes
  REPLACE "0x5410"
  BY      "0x1054"
  RULE    wrong_result)

plant(halves_swapped_of_vectors IN turn_2x2 VARIANT vectors_2_bytes
  REPLACE "0x7632"
  BY      "0x3276"
  RULE    wrong_result)

plant(bytes_of_the_upper_rows_exchanged IN turn_4x4 VARIANT words_1_byte
  REPLACE "left_upper = __byte_perm(row[0], row[1], 0x5140)"
  BY      "left_upper = __byte_perm(row[0], row[1], 0x1504)"
  RULE    wrong_result)

plant(bytes_in_the_order_of_rows IN turn_4x4 VARIANT vectors_1_byte
  REPLACE "right_lower = __byte_perm(row[2], row[3], 0x7362)"
  BY      "right_lower = __byte_perm(row[2], row[3], 0x7632)"
  RULE    wrong_result)

plant(right_half_not_turned IN turn_4x4 VARIANT any_size_1_byte
  REPLACE "  turn_2x2(right_upper, right_lower);\n"
  BY      ""
  RULE    wrong_result)

plant(columns_exchanged IN turn_4x4 VARIANT words_1_byte
  REPLACE "row[1] = left_lower;
  row[2] = right_upper;"
  BY      "row[1] = right_upper;
  row[2] = left_lower;"
  RULE    wrong_result)

plant(words_not_turned IN transpose_words VARIANT words_2_bytes
  REPLACE "    turn(word[k]);\n"
  BY      ""
  RULE    wrong_result)

plant(vectors_not_turned IN transpose_vectors VARIANT vectors_1_byte
  REPLACE "      turn(word[part][j]);\n"
  BY      ""
  RULE    wrong_result)

# Pads.

plant(pad_of_one_element_for_halves IN variants VARIANT word_pad_2_bytes
  REPLACE "transpose_elements<Half, 2>"
  BY      "transpose_elements<Half, 1>"
  RULE    contract
  ELEMENT "shared loads")

plant(pad_of_two_bytes IN variants VARIANT word_pad_1_byte
  REPLACE "transpose_elements<Byte, 4>"
  BY      "transpose_elements<Byte, 2>"
  RULE    contract
  ELEMENT "shared loads")

plant(pad_forgotten IN transpose_elements VARIANT element_pad_2_bytes
  REPLACE "tile[TILE][TILE + PAD]"
  BY      "tile[TILE][TILE]"
  RULE    contract
  ELEMENT "shared loads")

plant(pad_of_words_forgotten IN transpose_words VARIANT words_1_byte
  REPLACE "tile[N][TILE][TILE + 1]"
  BY      "tile[N][TILE][TILE]"
  RULE    contract
  ELEMENT "shared stores")

plant(pad_of_vectors_forgotten IN transpose_vectors VARIANT vectors_2_bytes
  REPLACE "[GROUPS + 1]"
  BY      "[GROUPS]"
  RULE    contract
  ELEMENT "shared stores")

# Words where there is none.

plant(words_where_rows_are_none IN variants VARIANT words_2_bytes
  REPLACE "where_aligned(4, variant(\"words_2_bytes\""
  BY      "where_aligned(2, variant(\"words_2_bytes\""
  RULE    misaligned
  ELEMENT "global in")

plant(words_where_rows_of_the_output_are_none IN variants VARIANT words_1_byte
  REPLACE "{128, 128}, order), any_1"
  BY      "{128, 128}, order), any_1, Alignment::input_rows"
  RULE    misaligned
  ELEMENT "global out")

plant(vectors_where_rows_are_words IN variants VARIANT vectors_2_bytes
  REPLACE "where_aligned(16, variant(\"vectors_2_bytes\""
  BY      "where_aligned(4, variant(\"vectors_2_bytes\""
  RULE    misaligned
  ELEMENT "global in")

plant(vectors_where_rows_are_halves_of_them IN variants VARIANT vectors_1_byte
  REPLACE "where_aligned(16, variant(\"vectors_1_byte\""
  BY      "where_aligned(8, variant(\"vectors_1_byte\""
  RULE    misaligned
  ELEMENT "global in"
  SIZE    72 136)

plant(word_across_the_end_of_a_row IN store_any VARIANT any_size_2_bytes
  REPLACE "if (row + N <= rows) {"
  BY      "if (row < rows) {"
  RULE    written_twice
  ELEMENT "global out")

plant(words_beyond_the_row IN store_any VARIANT any_size_1_byte
  REPLACE "if (row + i < rows) row_of"
  BY      "row_of"
  RULE    written_twice
  ELEMENT "global out")

plant(last_word_not_stored IN store_any VARIANT any_size_1_byte
  REPLACE "if (row + i < rows) row_of_output[row + i] = Element(word >> (BITS * i));"
  BY      ""
  RULE    wrong_result)

plant(word_across_the_end_of_the_input IN load_inside VARIANT any_size_2_bytes
  REPLACE "first >= begin && first + PER_WORD<Element> <= end"
  BY      "first >= begin && first < end"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(elements_beyond_the_input IN load_inside VARIANT any_size_1_byte
  REPLACE "if (first + i >= begin && first + i < end) word"
  BY      "word"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(not_inside_though IN load_any VARIANT any_size_2_bytes
  REPLACE "last < count;"
  BY      "true;"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(row_taken_for_aligned IN load_any VARIANT any_size_2_bytes
  REPLACE "own - byte / sizeof(Element)"
  BY      "own"
  RULE    misaligned
  ELEMENT "global in")

plant(shift_of_bytes IN load_any VARIANT any_size_1_byte
  REPLACE "shift[i] = 8 * byte;"
  BY      "shift[i] = byte;"
  RULE    wrong_result)

plant(shift_of_the_first_row IN load_any VARIANT any_size_1_byte
  REPLACE "next, shift[i])"
  BY      "next, shift[0])"
  RULE    wrong_result)

plant(word_before_for_word_behind IN load_any VARIANT any_size_2_bytes
  REPLACE "__shfl_down_sync"
  BY      "__shfl_up_sync"
  RULE    wrong_result)

plant(word_of_the_last_lane IN load_any VARIANT any_size_2_bytes
  REPLACE "if (x < MADE_WORDS) tile"
  BY      "tile"
  RULE    out_of_bounds
  ELEMENT "shared tile")

plant(skip_forgotten IN store_any VARIANT any_size_2_bytes
  REPLACE "(0 - start) % (SECTOR_WORDS * N)"
  BY      "(0 - start) % N"
  RULE    contract
  ELEMENT "global stores")

plant(skip_the_wrong_way IN store_any VARIANT any_size_1_byte
  REPLACE "(0 - start)"
  BY      "start"
  RULE    misaligned
  ELEMENT "global out")

plant(begin_of_rows_not_stored IN store_any VARIANT any_size_2_bytes
  REPLACE "if (first_row == 0 && x < skip"
  BY      "if (first_row > 0 && x < skip"
  RULE    wrong_result)

plant(one_word_for_two IN store_any VARIANT any_size_2_bytes
  REPLACE "__funnelshift_r(from[0], from[1], BITS * (skip % N))"
  BY      "from[0]"
  RULE    wrong_result)

# As in other steps.

plant(elements_without_barrier IN transpose_elements VARIANT word_pad_1_byte
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(words_without_barrier IN transpose_words VARIANT words_2_bytes
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(parts_without_barrier IN transpose_vectors VARIANT vectors_1_byte
  REPLACE "    if (part > 0) __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(barrier_before_each_part IN transpose_vectors VARIANT vectors_2_bytes
  REPLACE "if (part > 0) __syncthreads();"
  BY      "__syncthreads();"
  RULE    contract
  ELEMENT "barriers")

plant(any_without_barrier IN transpose_any_size VARIANT any_size_1_byte
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(elements_not_turned IN transpose_elements VARIANT element_pad_1_byte
  REPLACE "= tile[x][y];"
  BY      "= tile[y][x];"
  RULE    wrong_result
  AT      "= tile[y][x];")

plant(rows_not_tested IN transpose_elements VARIANT word_pad_2_bytes
  REPLACE "if (row < rows && col < cols) tile"
  BY      "if (col < cols) tile"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(columns_of_words_not_tested IN transpose_words VARIANT words_1_byte
  REPLACE "if (row < rows && col < cols) *reinterpret_cast<Word*>"
  BY      "if (row < rows) *reinterpret_cast<Word*>"
  RULE    out_of_bounds
  ELEMENT "global out")

plant(one_row_of_each_group IN transpose_words VARIANT words_1_byte
  REPLACE "const unsigned row = first_row + N * (y + THREAD_ROWS * k) + i, col"
  BY      "const unsigned row = first_row + N * (y + THREAD_ROWS * k), col"
  RULE    wrong_result)

plant(groups_counted_as_rows IN transpose_words VARIANT words_2_bytes
  REPLACE "first_row + N * (y + THREAD_ROWS * k) + i"
  BY      "first_row + y + THREAD_ROWS * k + i"
  RULE    wrong_result)

plant(planes_exchanged IN transpose_words VARIANT words_2_bytes
  REPLACE "= tile[i][y + k][x];"
  BY      "= tile[N - 1 - i][y + k][x];"
  RULE    wrong_result
  AT      "= tile[N - 1 - i]")

plant(grid_of_words_not_turned IN variants VARIANT words_1_byte
  REPLACE "transpose_words<Byte>, {32, 8}, {128, 128}, order"
  BY      "transpose_words<Byte>, {32, 8}, {128, 128}"
  RULE    wrong_result
  SIZE    256 512)

plant(words_of_vectors_exchanged IN transpose_vectors VARIANT vectors_2_bytes
  REPLACE "word[part][1][i] = vector.y;
      word[part][2][i] = vector.z;"
  BY      "word[part][2][i] = vector.y;
      word[part][1][i] = vector.z;"
  RULE    wrong_result)

plant(second_part_not_stored IN transpose_vectors VARIANT vectors_1_byte
  REPLACE "VECTORS * LONG * part + N"
  BY      "N"
  RULE    wrong_result)

plant(lanes_in_rows_of_32 IN transpose_vectors VARIANT vectors_2_bytes
  REPLACE "out_x = lane % 8 + warp % 2 * 8, out_y = lane / 8 + warp / 2 * 4"
  BY      "out_x = lane % 16, out_y = lane / 16 + warp * 2"
  RULE    contract
  ELEMENT "shared loads")

# Element offsets of 32 bits, which only a matrix of 2^31 elements shows: a few blocks of one are run.

plant(elements_at_32_bits IN transpose_elements VARIANT word_pad_2_bytes
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[row * cols + col]"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(words_at_32_bits IN transpose_words VARIANT words_1_byte
  REPLACE "out + size_t(col) * rows + row"
  BY      "out + (col * rows + row)"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(vectors_at_32_bits IN transpose_vectors VARIANT vectors_2_bytes
  REPLACE "in + size_t(row) * cols + col"
  BY      "in + (row * cols + col)"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

plant(any_at_32_bits IN store_any VARIANT any_size_1_byte
  REPLACE "size_t(first_col + c) * rows"
  BY      "(first_col + c) * rows"
  RULE    wrong_result
  WORDS   "2^32 elements further on")

# Other words for the same.

rewrite(halves_by_shifts IN turn_2x2 VARIANT words_2_bytes
  REPLACE "left = __byte_perm(upper, lower, 0x5410);
  lower = __byte_perm(upper, lower, 0x7632);"
  BY      "left = (upper & 0xffff) | lower << 16;
  lower = upper >> 16 | (lower & 0xffff0000);")

rewrite(bytes_with_the_rows_exchanged IN turn_4x4 VARIANT words_1_byte
  REPLACE "__byte_perm(row[2], row[3], 0x5140)"
  BY      "__byte_perm(row[3], row[2], 0x1504)")

rewrite(no_block_is_inside IN load_any VARIANT any_size_2_bytes
  REPLACE "first_row + first_col > 0 && "
  BY      "first_row + first_col > 0 && rows == 0 && ")

rewrite(shift_of_two_words IN load_any VARIANT any_size_1_byte
  REPLACE "__funnelshift_r(word[k][i], next, shift[i])"
  BY      "Word(((unsigned long long)next << 32 | word[k][i]) >> shift[i])")

rewrite(tests_one_by_one IN transpose_words VARIANT words_1_byte
  REPLACE "      if (row < rows && col < cols) word[k][i] = *reinterpret"
  BY      "      if (row >= rows) break;
      if (col >= cols) continue;
      word[k][i] = *reinterpret")

rewrite(blocks_in_another_order IN transpose_words VARIANT words_2_bytes
  REPLACE "first_row = blockIdx.x * TILE * N"
  BY      "first_row = (gridDim.x - 1 - blockIdx.x) * TILE * N")

plant(every_other_row_of_words_stored IN transpose_words VARIANT words_2_bytes
  REPLACE "k < TILE; k += THREAD_ROWS"
  BY      "k < TILE; k += 2 * THREAD_ROWS"
  RULE    wrong_result
  AT      "k += 2 * THREAD_ROWS"
  WORDS   "of each 32 that iteration counts, only 16 are used"
  FIRST)

plant(first_part_stored_each_time IN transpose_vectors VARIANT vectors_1_byte
  REPLACE "[y] = word[part][j][i];"
  BY      "[y] = word[0][j][i];"
  RULE    wrong_result
  AT      "word[0][j][i]"
  WORDS   "word[0][j][i] always has 0, and word[part][3][i] gets the values in line 150"
  FIRST)
