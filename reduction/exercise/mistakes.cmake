# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(zero_beyond_the_end IN max_of_blocks
  REPLACE "-INFINITY"
  BY      "0"
  RULE    wrong_result)

plant(as_naive IN max_of_blocks
  REPLACE "for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d)"
  BY      "for (unsigned d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0)"
  RULE    contract
  ELEMENT "shared loads")

plant(barrier_in_the_branch IN max_of_blocks
  REPLACE "s[t] = max(s[t], s[t + d]);
    __syncthreads();"
  BY      "{
      s[t] = max(s[t], s[t + d]);
      __syncthreads();
    }"
  RULE    divergent_barrier)

plant(a_small_number_beyond_the_end IN max_of_blocks
  REPLACE "-INFINITY"
  BY      "-1e30f"
  RULE    wrong_result)

plant(the_least_positive_number IN max_of_blocks
  REPLACE "-INFINITY"
  BY      "1.17549435e-38f"
  RULE    wrong_result)

if(LADDER_FILLS_VARIABLES)
  plant(nothing_beyond_the_end IN max_of_blocks
    REPLACE "s[t] = i < count ? in[i] : -INFINITY;"
    BY      "float x;
  if (i < count) x = in[i];
  s[t] = x;"
    RULE    wrong_result
    CLANG   "what has no value is a NaN, which no maximum takes")
endif()

plant(threads_beyond_the_end_leave IN max_of_blocks
  REPLACE "s[t] = i < count ? in[i] : -INFINITY;"
  BY      "if (i >= count) return;
  s[t] = in[i];"
  RULE    uninitialized_read)

plant(tree_of_one_level_less IN max_of_blocks
  REPLACE "d > 0"
  BY      "d > 1"
  RULE    wrong_result)

plant(no_barrier_before_the_tree IN max_of_blocks
  REPLACE "-INFINITY;
  __syncthreads();"
  BY      "-INFINITY;"
  RULE    race)

plant(the_last_warp_in_step IN max_of_blocks
  REPLACE "s[t] = max(s[t], s[t + d]);
    __syncthreads();"
  BY      "s[t] = max(s[t], s[t + d]);
    if (d > 32) __syncthreads();"
  RULE    race
  ELEMENT "shared s")

plant(index_is_an_int IN max_of_blocks
  REPLACE "const size_t i = size_t(blockIdx.x) * 256 + t;"
  BY      "const int i = blockIdx.x * 256 + t;"
  RULE    out_of_bounds)

plant(the_first_blocks_alone IN max_of_blocks
  REPLACE "i < count ?"
  BY      "i < count && i < 16384 ?"
  RULE    wrong_result)

plant(the_least_magnitude IN max_of_blocks
  REPLACE "s[t] = i < count ? in[i] : -INFINITY;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) s[t] = max(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0) maxima[blockIdx.x] = s[0];"
  BY      "s[t] = i < count ? fabsf(in[i]) : INFINITY;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) s[t] = min(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0) maxima[blockIdx.x] = -s[0];"
  RULE    wrong_result)

plant(stores_that_conflict IN max_of_blocks
  REPLACE "s[t] = i < count ? in[i] : -INFINITY;"
  BY      "__shared__ float column[256][32];
  column[t][0] = t;
  s[t] = i < count ? in[i] : -INFINITY;"
  RULE    contract
  ELEMENT "shared stores")

plant(an_atomic_for_each_element IN max_of_blocks
  REPLACE "s[t] = i < count ? in[i] : -INFINITY;
  __syncthreads();
  for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d) s[t] = max(s[t], s[t + d]);
    __syncthreads();
  }
  if (t == 0) maxima[blockIdx.x] = s[0];"
  BY      "__shared__ int best;
  if (t == 0) best = int(0x80000000);
  __syncthreads();
  const int bits = i < count ? __float_as_int(in[i]) : 0;
  if (i < count) atomicMax(&best, bits < 0 ? bits ^ 0x7fffffff : bits);
  __syncthreads();
  if (t == 0) maxima[blockIdx.x] = __int_as_float(best < 0 ? best ^ 0x7fffffff : best);"
  RULE    contract
  ELEMENT "shared loads")
