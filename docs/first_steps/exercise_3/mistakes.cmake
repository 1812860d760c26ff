# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(rows_and_columns_exchanged IN mirror
  REPLACE "row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;"
  BY      "row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned col = blockIdx.y * blockDim.y + threadIdx.y;"
  RULE    wrong_result)

plant(only_the_rows_tested IN mirror
  REPLACE "row < rows && col < cols"
  BY      "row < rows"
  RULE    out_of_bounds
  ELEMENT "global out")

plant(rows_of_the_wrong_length IN mirror
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(row) * rows + col]"
  RULE    wrong_result)

plant(one_too_far IN mirror
  REPLACE "cols - 1 - col"
  BY      "cols - col"
  RULE    out_of_bounds
  ELEMENT "global out")

plant(rows_mirrored_as_well IN mirror
  REPLACE "size_t(row) * cols + cols - 1 - col"
  BY      "size_t(rows) * cols - 1 - (size_t(row) * cols + col)"
  RULE    wrong_result)

plant(a_thread_for_each_row IN mirror
  REPLACE "const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) out"
  BY      "for (unsigned col = 0; row < rows && col < cols; ++col) out"
  RULE    contract
  ELEMENT "global loads")

plant(block_is_square IN mirror
  REPLACE "blockIdx.y * blockDim.y + threadIdx.y"
  BY      "blockIdx.y * blockDim.x + threadIdx.y"
  RULE    wrong_result)

plant(the_last_element_for_all_beyond_it IN mirror
  REPLACE "row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && col < cols) out"
  BY      "row = min(blockIdx.y * blockDim.y + threadIdx.y, rows - 1);
  const unsigned col = min(blockIdx.x * blockDim.x + threadIdx.x, cols - 1);
  out"
  RULE    contract
  ELEMENT "global stores")

plant(offset_of_32_bits IN mirror
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[row * cols + col]"
  RULE    wrong_result
  AT      "in[row * cols + col]"
  WORDS   "is its offset of 32 bits?")

plant(test_of_32_bits IN mirror
  REPLACE "row < rows && col < cols"
  BY      "col < cols && row * cols + col < rows * cols"
  RULE    wrong_result
  WORDS   "is an index or a test of 32 bits?")
