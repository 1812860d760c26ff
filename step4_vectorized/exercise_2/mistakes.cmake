# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(behind_the_end IN add_one
  REPLACE "if (first + 3 < count)"
  BY      "if (first < count)"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(nobody_takes_the_rest IN add_one
  REPLACE "i < count; ++i"
  BY      "i < first; ++i"
  RULE    wrong_result)

plant(one_by_one IN add_one
  REPLACE "*reinterpret_cast<const float4*>(in + first)"
  BY      "make_float4(in[first], in[first + 1], in[first + 2], in[first + 3])"
  RULE    contract
  ELEMENT "global loads")

plant(the_first_left_over IN add_one
  REPLACE "unsigned i = first;"
  BY      "unsigned i = first + 1;"
  RULE    wrong_result
  AT      "unsigned i = first")

plant(last_four_one_by_one IN add_one
  REPLACE "first + 3 < count"
  BY      "first + 4 < count"
  RULE    contract
  ELEMENT "global loads")

plant(rest_taken_by_every_block IN add_one
  REPLACE "    return;
  }
  for (unsigned i = first; i < count; ++i)"
  BY      "  }
  for (unsigned i = count / 4 * 4; threadIdx.x == 0 && i < count; ++i)"
  RULE    contract
  ELEMENT "global loads")

plant(four_of_every_thread IN add_one
  REPLACE "if (first + 3 < count)"
  BY      "if (first % 4 == 0)"
  RULE    out_of_bounds)

plant(the_last_vector_moved_back IN add_one
  REPLACE "first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);"
  BY      "first = count < 4 ? 4 * (blockIdx.x * blockDim.x + threadIdx.x)
                                   : min(4 * (blockIdx.x * blockDim.x + threadIdx.x), count - 4);"
  RULE    misaligned
  ELEMENT "global in")

plant(index_is_an_int IN add_one
  REPLACE "const unsigned first"
  BY      "const int first"
  RULE    out_of_bounds)

plant(the_first_blocks_alone IN add_one
  REPLACE "const unsigned first"
  BY      "if (blockIdx.x > 8) return;
  const unsigned first"
  RULE    wrong_result)
