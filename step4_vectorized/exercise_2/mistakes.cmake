# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(behind_the_end IN add_one
  REPLACE "if (first + 3 < count)"
  BY      "if (first < count)"
  EXPECT  "reads global in[0] to in[3]" "in has 1 element")

plant(nobody_takes_the_rest IN add_one
  REPLACE "i < count; ++i"
  BY      "i < first; ++i"
  EXPECT  "the output was never written")

plant(one_by_one IN add_one
  REPLACE "*reinterpret_cast<const float4*>(in + first)"
  BY      "make_float4(in[first], in[first + 1], in[first + 2], in[first + 3])"
  EXPECT  "global loads: 259 requests")

plant(the_first_left_over IN add_one
  REPLACE "unsigned i = first;"
  BY      "unsigned i = first + 1;"
  EXPECT  "no thread stores to out[0], but thread (0, 0) of block (0, 0) stores to out[1] here" "(at count = 2)"
  AT      "unsigned i = first")
