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
