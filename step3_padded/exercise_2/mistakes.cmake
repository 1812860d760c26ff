# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(a_store_behind_each_load IN all_in_flight
  REPLACE "value[i] = in[first + i * 32];
  }
#pragma unroll
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    if (first + i * 32 < count) out[first + i * 32] = 3 * value[i] + 1;
  }"
  BY      "out[first + i * 32] = 3 * in[first + i * 32] + 1;
  }"
  RULE    contract
  ELEMENT "limit")

plant(two_at_a_time IN all_in_flight
  REPLACE "if (first + i * 32 < count) value[i] = in[first + i * 32];
  }
#pragma unroll
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    if (first + i * 32 < count) out[first + i * 32] = 3 * value[i] + 1;
  }"
  BY      "if (i % 2 == 1) continue;
    if (first + i * 32 < count) value[i] = in[first + i * 32];
    if (first + (i + 1) * 32 < count) value[i + 1] = in[first + (i + 1) * 32];
    if (first + i * 32 < count) out[first + i * 32] = 3 * value[i] + 1;
    if (first + (i + 1) * 32 < count) out[first + (i + 1) * 32] = 3 * value[i + 1] + 1;
  }"
  RULE    contract
  ELEMENT "limit")

plant(neighbours_for_each_thread IN all_in_flight
  REPLACE "if (first + i * 32 < count) value[i] = in[first + i * 32];
  }
#pragma unroll
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    if (first + i * 32 < count) out[first + i * 32] = 3 * value[i] + 1;"
  BY      "const unsigned at = blockIdx.x * PER_BLOCK + threadIdx.x * PER_THREAD + i;
    if (at < count) value[i] = in[at];
  }
#pragma unroll
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    const unsigned at = blockIdx.x * PER_BLOCK + threadIdx.x * PER_THREAD + i;
    if (at < count) out[at] = 3 * value[i] + 1;"
  RULE    contract
  ELEMENT "global loads")

plant(loads_beyond_the_end IN all_in_flight
  REPLACE "if (first + i * 32 < count) value[i] ="
  BY      "value[i] ="
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "value[i] =")

plant(stores_beyond_the_end IN all_in_flight
  REPLACE "if (first + i * 32 < count) out["
  BY      "out["
  RULE    out_of_bounds
  ELEMENT "global out")

plant(end_of_the_block_tested IN all_in_flight
  REPLACE "if (first + i * 32 < count) value"
  BY      "if (first + PER_BLOCK - 32 < count) value"
  RULE    wrong_result)

plant(one_value_for_all IN all_in_flight
  REPLACE "= 3 * value[i] + 1"
  BY      "= 3 * value[0] + 1"
  RULE    wrong_result)

plant(first_of_the_block_for_all IN all_in_flight
  REPLACE "blockIdx.x * PER_BLOCK + threadIdx.x"
  BY      "blockIdx.x * 32 + threadIdx.x"
  RULE    wrong_result)

plant(the_next_load_before_the_store IN all_in_flight
  REPLACE "float value[PER_THREAD];
#pragma unroll
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    if (first + i * 32 < count) value[i] = in[first + i * 32];
  }
#pragma unroll
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    if (first + i * 32 < count) out[first + i * 32] = 3 * value[i] + 1;
  }"
  BY      "float value = first < count ? in[first] : 0;
#pragma unroll
  for (unsigned i = 0; i < PER_THREAD; ++i) {
    const unsigned next = first + (i + 1) * 32;
    const float later = i + 1 < PER_THREAD && next < count ? in[next] : 0;
    if (first + i * 32 < count) out[first + i * 32] = 3 * value + 1;
    value = later;
  }"
  RULE    contract
  ELEMENT "limit")

plant(index_is_an_int IN all_in_flight
  REPLACE "if (first + i * 32 < count) value[i] = in[first + i * 32];"
  BY      "const int at = first + i * 32, n = count;
    if (at < n) value[i] = in[at];"
  RULE    wrong_result)

plant(the_first_blocks_alone IN all_in_flight
  REPLACE "const unsigned first"
  BY      "if (blockIdx.x > 127) return;
  const unsigned first"
  RULE    wrong_result)
