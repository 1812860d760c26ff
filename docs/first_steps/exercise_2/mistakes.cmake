# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(no_test IN reverse
  REPLACE "if (i < count) out"
  BY      "out"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(one_too_many IN reverse
  REPLACE "i < count"
  BY      "i <= count"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(one_too_far IN reverse
  REPLACE "count - 1 - i"
  BY      "count - i"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(every_thread_does_all IN reverse
  REPLACE "const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out"
  BY      "for (unsigned i = 0; i < count; ++i) out"
  RULE    contract
  ELEMENT "global stores")

plant(the_last_element_for_all_beyond_it IN reverse
  REPLACE "const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out"
  BY      "const unsigned i = min(blockIdx.x * blockDim.x + threadIdx.x, count - 1);
  out"
  RULE    contract
  ELEMENT "global stores")

plant(index_is_an_int IN reverse
  REPLACE "const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[count - 1 - i];"
  BY      "const int i = blockIdx.x * blockDim.x + threadIdx.x, n = count;
  if (i < n) out[i] = in[n - 1 - i];"
  RULE    out_of_bounds)

plant(the_first_blocks_alone IN reverse
  REPLACE "i < count"
  BY      "i < min(count, 9000u)"
  RULE    wrong_result)
