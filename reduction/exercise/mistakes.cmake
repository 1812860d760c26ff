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
