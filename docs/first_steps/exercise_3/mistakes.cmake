# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(rows_and_columns_exchanged IN mirror
  REPLACE "row = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned col = blockIdx.x * blockDim.x + threadIdx.x;"
  BY      "row = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned col = blockIdx.y * blockDim.y + threadIdx.y;"
  EXPECT  "192 of 256 elements are wrong, 192 of them never written")

plant(only_the_rows_tested IN mirror
  REPLACE "row < rows && col < cols"
  BY      "row < rows"
  EXPECT  "out of bounds" "writes global out[-1]")

plant(rows_of_the_wrong_length IN mirror
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[size_t(row) * rows + col]"
  EXPECT  "of 256 elements are wrong")
