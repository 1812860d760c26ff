# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(first_matrix_only IN transpose_batch
  REPLACE "size_t(blockIdx.z) * rows * cols"
  BY      "0"
  RULE    remark)

plant(scalar_loads IN transpose_batch
  REPLACE "const float4 four = *reinterpret_cast<const float4*>(from);"
  BY      "const float4 four = make_float4(from[0], from[1], from[2], from[3]);"
  RULE    contract
  ELEMENT "global loads")

plant(a_column_of_float4 IN transpose_batch
  REPLACE "r = 4 * y + x / 8, c = 4 * (x % 8)"
  BY      "r = x, c = 4 * y"
  RULE    contract
  ELEMENT "global loads")

plant(offset_of_32_bits IN transpose_batch
  REPLACE "size_t(first_row + r) * cols"
  BY      "(first_row + r) * cols"
  RULE    wrong_result
  WORDS   "is its offset of 32 bits?")

plant(no_barrier IN transpose_batch
  REPLACE "  __syncthreads();"
  BY      ""
  RULE    race
  ELEMENT "shared tile")

plant(threads_at_the_edge_leave IN transpose_batch
  REPLACE "if (first_row + r < rows && first_col + c < cols) {"
  BY      "if (first_row + r >= rows || first_col + c >= cols) return;
  {"
  RULE    wrong_result)

plant(matrices_of_whole_tiles IN transpose_batch
  REPLACE "size_t(blockIdx.z) * rows * cols"
  BY      "size_t(blockIdx.z) * gridDim.x * gridDim.y * 1024"
  RULE    out_of_bounds)

plant(a_float4_in_padded_rows IN transpose_batch
  REPLACE "tile[r][c] = four.x;
    tile[r][c + 1] = four.y;
    tile[r][c + 2] = four.z;
    tile[r][c + 3] = four.w;"
  BY      "*reinterpret_cast<float4*>(&tile[r][c]) = four;"
  RULE    misaligned
  ELEMENT "shared tile")

plant(offset_of_the_matrix_of_32_bits IN transpose_batch
  REPLACE "size_t(blockIdx.z) * rows * cols"
  BY      "blockIdx.z * rows * cols"
  RULE    wrong_result
  WORDS   "are offsets of 64 bits (size_t)?")
