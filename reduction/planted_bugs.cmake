# The bugs of the sum. common/tests/planted/plant.cmake tells how to read this.

plant(no_barrier_after_the_loads IN sum_naive VARIANT naive
  REPLACE "0;
  __syncthreads();"
  BY      "0;"
  RULE    race
  ELEMENT "shared s"
  AT      "s[t] = i")

plant(no_barrier_in_the_loop IN sum_sequential VARIANT sequential
  REPLACE "s[t] += s[t + d];
    __syncthreads();"
  BY      "s[t] += s[t + d];"
  RULE    race
  ELEMENT "shared s"
  AT      "s[t] += s[t + d]")

plant(barrier_in_a_branch IN sum_sequential VARIANT sequential
  REPLACE "if (t < d) s[t] += s[t + d];
    __syncthreads();"
  BY      "if (t < d) {
      s[t] += s[t + d];
      __syncthreads();
    }"
  RULE    divergent_barrier)

plant(tail_read_beyond_the_end IN sum_naive VARIANT naive
  REPLACE "i < count ? in[i] : 0"
  BY      "in[i]"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[i]")

plant(count_may_be_read IN sum_stride VARIANT stride
  REPLACE "i < count"
  BY      "i <= count"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[i]")

plant(last_element_lost IN sum_sequential VARIANT sequential
  REPLACE "i < count"
  BY      "i + 1 < count"
  RULE    wrong_result
  AT      "in[i]"
  WORDS   "at 20011 elements: i + 1 < count ? keeps thread (42, 0) of block (78, 0) from in[20010]" "no thread loads in[20010]")

plant(threads_beyond_the_end_write_nothing IN sum_naive VARIANT naive
  REPLACE "s[t] = i < count ? in[i] : 0"
  BY      "if (i < count) s[t] = in[i]"
  RULE    uninitialized_read
  ELEMENT "shared s"
  AT      "s[t] += s[t + d]")

plant(twice_as_many_threads_add IN sum_naive VARIANT naive
  REPLACE "t % (2 * d) == 0"
  BY      "t % d == 0"
  RULE    out_of_bounds
  ELEMENT "shared s"
  AT      "if (t % d"
  FIRST)

plant(always_the_next_neighbour IN sum_stride VARIANT stride
  REPLACE "s[j + d]"
  BY      "s[j + 1]"
  RULE    wrong_result
  AT      "s[j] += s[j + 1]")

plant(far_half_beyond_the_array IN sum_sequential VARIANT sequential
  REPLACE "d = THREADS / 2"
  BY      "d = THREADS"
  RULE    out_of_bounds
  ELEMENT "shared s"
  AT      "s[t] += s[t + d]")

plant(last_level_missing IN sum_sequential VARIANT sequential
  REPLACE "d > 0"
  BY      "d > 1"
  RULE    wrong_result
  ELEMENT "s"
  AT      "s[t] += s[t + d]"
  WORDS   "no thread loads s[1] after it is stored there for the last time, at kernel.cuh:52")

plant(sum_of_another_thread IN sum_naive VARIANT naive
  REPLACE "sums[blockIdx.x] = s[0]"
  BY      "sums[blockIdx.x] = s[1]"
  RULE    wrong_result
  AT      "sums[blockIdx.x] = s[1]")

plant(every_thread_writes_the_sum IN sum_stride VARIANT stride
  REPLACE "if (t == 0) sums"
  BY      "sums"
  RULE    contract
  ELEMENT "global stores")

plant(blocks_overlap IN sum_first_add VARIANT first_add
  REPLACE "blockIdx.x) * 2 * THREADS"
  BY      "blockIdx.x) * THREADS"
  RULE    wrong_result
  AT      "in[i + THREADS]")

plant(second_element_not_tested IN sum_first_add VARIANT first_add
  REPLACE "(i + THREADS < count ? in[i + THREADS] : 0)"
  BY      "in[i + THREADS]"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[i + THREADS]")

plant(first_test_for_both IN sum_first_add VARIANT first_add
  REPLACE "i + THREADS < count"
  BY      "i < count"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[i + THREADS]")

plant(neighbouring_elements_per_thread IN sum_first_add VARIANT first_add
  REPLACE "2 * THREADS + t;
  s[t] = (i < count ? in[i] : 0) + (i + THREADS < count ? in[i + THREADS] : 0);"
  BY      "2 * THREADS + 2 * t;
  s[t] = (i < count ? in[i] : 0) + (i + 1 < count ? in[i + 1] : 0);"
  RULE    contract
  ELEMENT "global loads"
  AT      "s[t] = (")

plant(grid_too_small IN variants VARIANT first_add
  REPLACE "sum_first_add, {THREADS, 2"
  BY      "sum_first_add, {THREADS, 4"
  RULE    wrong_result
  FIRST)

plant(grid_twice_as_large IN variants VARIANT first_add
  REPLACE "sum_first_add, {THREADS, 2"
  BY      "sum_first_add, {THREADS, 1"
  RULE    contract
  ELEMENT "grid"
  FIRST)

plant(block_start_of_16_bits IN sum_first_add VARIANT first_add
  REPLACE "size_t(blockIdx.x) * 2 * THREADS + t"
  BY      "static_cast<unsigned short>(blockIdx.x * 2 * THREADS + t)"
  RULE    wrong_result
  AT      "in[i + THREADS]")

plant(no_barrier_before_the_last_warp IN sum_tree VARIANT unroll
  REPLACE "s[t + 64];
    __syncthreads();"
  BY      "s[t + 64];"
  RULE    race
  ELEMENT "shared s")

plant(no_barrier_between_levels IN sum_tree VARIANT multiple
  REPLACE "s[t + 128];
    __syncthreads();"
  BY      "s[t + 128];"
  RULE    race
  ELEMENT "shared s"
  AT      "if (t < 1")

plant(no_syncwarp_before_the_write IN sum_tree VARIANT unroll
  REPLACE "__syncwarp();
    s[t] = sum;"
  BY      "s[t] = sum;"
  RULE    race
  ELEMENT "shared s")

plant(no_syncwarp_after_the_write IN sum_tree VARIANT unroll
  REPLACE "s[t] = sum;
    __syncwarp();"
  BY      "s[t] = sum;"
  RULE    race
  ELEMENT "shared s")

plant(second_half_of_the_warp_forgotten IN sum_tree VARIANT unroll
  REPLACE "s[t] + s[t + 32]"
  BY      "s[t]"
  RULE    wrong_result)

plant(stride_of_half_a_grid IN sum_multiple VARIANT multiple
  REPLACE "size_t(gridDim.x) * 2 * THREADS"
  BY      "size_t(gridDim.x) * THREADS"
  RULE    wrong_result
  AT      "size_t(gridDim.x) * THREADS"
  WORDS   "iteration counts"
  SIZE    1000003)

plant(stride_of_two_grids IN sum_multiple VARIANT multiple
  REPLACE "i += grid"
  BY      "i += 2 * grid"
  RULE    wrong_result
  AT      "sum += in[i]"
  SIZE    1000003)

plant(sum_of_one_round_only IN sum_multiple VARIANT multiple
  REPLACE "    sum += in[i]"
  BY      "    const float sum = in[i]"
  RULE    wrong_result
  AT      "s[t] = sum"
  WORDS   "no thread loads an element of in and uses it")

plant(loop_without_end IN sum_multiple VARIANT multiple
  REPLACE "for (size_t i"
  BY      "for (unsigned short i"
  RULE    wrong_result
  WORDS   "does the loop end?"
  SIZE    103507)

plant(loop_with_a_barrier_without_end IN sum_sequential VARIANT sequential
  REPLACE "d /= 2"
  BY      "d = (d + 1) / 2"
  RULE    wrong_result
  WORDS   "does the loop end?"
  SIZE    512)

plant(no_barrier_before_the_tree IN sum_multiple VARIANT multiple
  REPLACE "s[t] = sum;
  __syncthreads();"
  BY      "s[t] = sum;"
  RULE    race
  ELEMENT "shared s")

plant(half_of_the_mask IN warp_sum VARIANT shuffle
  REPLACE "FULL_WARP"
  BY      "0xffff"
  RULE    absent_lane)

plant(sums_of_more_warps_than_there_are IN block_sum VARIANT shuffle
  REPLACE "t < BLOCK / 32 ?"
  BY      "t < BLOCK ?"
  RULE    out_of_bounds
  ELEMENT "shared of_warp"
  AT      "t < BLOCK ?"
  WORDS   "t < BLOCK ? at summit.cuh"
  FIRST)

plant(half_of_the_distance IN warp_sum VARIANT shuffle
  REPLACE "d = 16"
  BY      "d = 8"
  RULE    wrong_result
  AT      "__shfl_down_sync"
  FIRST)

plant(always_the_next_lane IN warp_sum VARIANT shuffle
  REPLACE "value, d)"
  BY      "value, 1)"
  RULE    wrong_result)

plant(shuffle_up_instead_of_down IN warp_sum VARIANT shuffle
  REPLACE "__shfl_down_sync"
  BY      "__shfl_up_sync"
  RULE    wrong_result
  AT      "__shfl_up_sync"
  FIRST)

plant(sum_of_another_lane IN block_sum VARIANT shuffle
  REPLACE "t % 32 == 0"
  BY      "t % 32 == 31"
  RULE    wrong_result
  AT      "of_warp[t / 32] = value"
  FIRST)

plant(what_lanes_get_not_added IN warp_sum VARIANT shuffle
  REPLACE "value += __shfl"
  BY      "value = __shfl"
  RULE    wrong_result
  AT      "__shfl_down_sync"
  FIRST)

plant(no_barrier_between_the_warps IN block_sum VARIANT shuffle
  REPLACE "  __syncthreads();\n"
  BY      ""
  RULE    race
  ELEMENT "shared of_warp"
  AT      "if (t % 3")

plant(too_few_sums_of_warps IN block_sum VARIANT shuffle
  REPLACE "of_warp[BLOCK / 32];"
  BY      "of_warp[BLOCK / 64];"
  RULE    out_of_bounds
  ELEMENT "shared of_warp"
  AT      "= value")

plant(sums_of_warps_that_are_not_there IN block_sum VARIANT shuffle
  REPLACE "t < BLOCK / 32 ? of_warp[t] : 0"
  BY      "of_warp[t]"
  RULE    out_of_bounds
  ELEMENT "shared of_warp"
  AT      "of_warp[t])")

plant(shuffle_in_a_branch IN block_sum VARIANT shuffle
  REPLACE "if (t < 32) value = warp_sum(t < BLOCK / 32 ? of_warp[t] : 0)"
  BY      "if (t < BLOCK / 32) value = warp_sum(of_warp[t])"
  RULE    absent_lane)

plant(ticket_not_reset IN sum_vectorized VARIANT vectorized
  REPLACE "atomicInc(ticket, gridDim.x - 1)"
  BY      "atomicAdd(ticket, 1)"
  RULE    wrong_result)

plant(ticket_not_atomic IN sum_vectorized VARIANT vectorized
  REPLACE "atomicInc(ticket, gridDim.x - 1) ="
  BY      "(*ticket)++ ="
  RULE    written_twice
  ELEMENT "global ticket")

plant(last_block_not_known IN sum_vectorized VARIANT vectorized
  REPLACE "last = atomicInc"
  BY      "if (blockIdx.x != 0) last = atomicInc"
  RULE    uninitialized_read
  ELEMENT "shared last"
  AT      "!last")

plant(every_block_is_the_last IN sum_vectorized VARIANT vectorized
  REPLACE "  if (!last) return;\n"
  BY      ""
  RULE    written_twice
  ELEMENT "global result"
  AT      "*result = total")

plant(no_barrier_before_the_last_block_is_known IN sum_vectorized VARIANT vectorized
  REPLACE "__syncthreads();
  if (!last)"
  BY      "if (!last)"
  RULE    race
  ELEMENT "shared last"
  AT      "!last")

plant(syncwarp_of_half_the_warp IN sum_tree VARIANT unroll
  REPLACE "__syncwarp();
    s[t] = sum;"
  BY      "__syncwarp(0xffff);
    s[t] = sum;"
  RULE    race
  ELEMENT "shared s")

plant(head_lost IN sum_vectorized VARIANT vectorized
  REPLACE "    if (t < head) sum.x = in[t];\n"
  BY      ""
  RULE    wrong_result)

plant(vectors_not_aligned IN sum_vectorized VARIANT vectorized
  REPLACE "(in + head)"
  BY      "(in)"
  RULE    misaligned
  ELEMENT "global in")

plant(half_as_many_threads IN variants VARIANT vectorized
  REPLACE "sum_vectorized<512, group, rounds>, {512, 16"
  BY      "sum_vectorized<512, group, rounds>, {256, 16"
  RULE    uninitialized_read
  ELEMENT "shared of_warp")

plant(whole_numbers_only IN sum_multiple VARIANT multiple
  REPLACE "float sum = 0;"
  BY      "int sum = 0;"
  RULE    wrong_result)

plant(tail_lost IN sum_vectorized VARIANT vectorized
  REPLACE "    if (t < count - tail) sum.y = in[tail + t];\n"
  BY      ""
  RULE    wrong_result)

plant(tail_in_every_block IN sum_vectorized VARIANT vectorized
  REPLACE "if (blockIdx.x == 0)"
  BY      ""
  RULE    wrong_result)

plant(last_vectors_lost IN sum_vectorized VARIANT vectorized
  REPLACE "  for (; i < end; i += BLOCK) add(vectors[i]);"
  BY      ""
  RULE    wrong_result)

plant(groups_overlap IN sum_vectorized VARIANT vectorized
  REPLACE "/ GROUP * ROUNDS * round"
  BY      "/ GROUP * round"
  RULE    wrong_result
  SIZE    33600005)

plant(fourth_vector_beyond_the_end IN sum_vectorized VARIANT vectorized
  REPLACE "i + 3 * BLOCK < end"
  BY      "i + 2 * BLOCK < end"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "d = vectors")

plant(third_vector_twice IN sum_vectorized VARIANT vectorized
  REPLACE "d = vectors[i + 3 * BLOCK]"
  BY      "d = vectors[i + 2 * BLOCK]"
  RULE    wrong_result)

plant(sum_of_the_last_block_lost IN sum_vectorized VARIANT vectorized
  REPLACE "block < gridDim.x;"
  BY      "block + 1 < gridDim.x;"
  RULE    wrong_result)

plant(each_thread_keeps_one_sum IN sum_vectorized VARIANT vectorized
  REPLACE "total += sums[block]"
  BY      "total = sums[block]"
  RULE    wrong_result
  AT      "sums[block]"
  SIZE    33562624
  CLANG   "only the last of the loads is made, as nothing uses the others")

plant(not_yet_written_sums_added IN sum_vectorized VARIANT vectorized
  REPLACE "block < gridDim.x;"
  BY      "block <= gridDim.x;"
  RULE    uninitialized_read
  ELEMENT "global sums"
  AT      "+= sums[block]")

plant(sum_never_written IN sum_naive VARIANT naive
  REPLACE "if (t == 0) sums"
  BY      "if (t == THREADS) sums"
  RULE    wrong_result)

plant(block_beyond_the_end_is_named IN sum_naive VARIANT naive
  REPLACE "i < count ? in[i] : 0"
  BY      "in[i]"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[i]")

plant(one_more_than_there_are IN sum_sequential VARIANT sequential
  REPLACE "i < count"
  BY      "i <= count"
  RULE    out_of_bounds
  ELEMENT "global in"
  AT      "in[i]")

plant(every_thread_writes_its_own_sum IN sum_sequential VARIANT sequential
  REPLACE "if (t == 0) sums[blockIdx.x] = s[0]"
  BY      "sums[blockIdx.x] = s[t]"
  RULE    written_twice
  ELEMENT "global sums"
  AT      "= s[t]")

plant(every_block_writes_the_first_sum IN sum_stride VARIANT stride
  REPLACE "sums[blockIdx.x]"
  BY      "sums[0]"
  RULE    written_twice
  ELEMENT "global sums"
  AT      "= s[0]")

plant(all_threads_add_to_one_word IN sum_naive VARIANT naive
  REPLACE "if (t % (2 * d) == 0) s[t] +="
  BY      "if (t % (2 * d) == 0) s[0] +="
  RULE    race
  ELEMENT "shared s"
  AT      "s[0] +=")

plant(rounds_without_a_barrier IN sum_first_add VARIANT first_add
  REPLACE "s[t] += s[t + d];
    __syncthreads();"
  BY      "s[t] += s[t + d];"
  RULE    race
  ELEMENT "shared s"
  AT      "s[t] += s[t + d]")

# More work than needed: the sum is right.

plant(barrier_at_the_end IN sum_naive VARIANT naive
  REPLACE "if (t == 0) sums"
  BY      "__syncthreads();
  if (t == 0) sums"
  RULE    contract
  ELEMENT "barriers")

plant(two_barriers_per_level IN sum_sequential VARIANT sequential
  REPLACE "s[t] += s[t + d];
    __syncthreads();"
  BY      "s[t] += s[t + d];
    __syncthreads();
    __syncthreads();"
  RULE    contract
  ELEMENT "barriers")

plant(zero_stored_first IN sum_sequential VARIANT sequential
  REPLACE "s[t] = i < count ? in[i] : 0;"
  BY      "s[t] = 0;
  __syncthreads();
  if (i < count) s[t] = in[i];"
  RULE    contract
  ELEMENT "shared stores")

plant(barrier_for_one_warp IN sum_tree VARIANT unroll
  REPLACE "if (t >= 32) return 0;"
  BY      "__syncthreads();
  if (t >= 32) return 0;"
  RULE    contract
  ELEMENT "barriers")

plant(second_barrier_after_the_warps IN block_sum VARIANT shuffle
  REPLACE "  __syncthreads();\n"
  BY      "  __syncthreads();
  __syncthreads();\n"
  RULE    contract
  ELEMENT "barriers")

plant(twice_as_many_blocks IN variants VARIANT multiple
  REPLACE "fixed = 1024"
  BY      "fixed = 2048"
  SIZE    1048576
  RULE    contract
  ELEMENT "grid")

plant(ticket_looked_at_first IN sum_vectorized VARIANT vectorized
  REPLACE "last = atomicInc"
  BY      "atomicAdd(ticket, 0);
    last = atomicInc"
  RULE    contract
  ELEMENT "atomics")

plant(ticket_for_each_lane IN sum_vectorized VARIANT vectorized
  REPLACE "if (t == 0) {
    sums[blockIdx.x] = total;
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
  }"
  BY      "if (t < 32) {
    if (t == 0) sums[blockIdx.x] = total;
    __threadfence();
    const bool drawn = atomicInc(ticket, 32 * gridDim.x - 1) == 32 * gridDim.x - 1;
    const bool any = __any_sync(FULL_WARP, drawn);
    if (t == 0) last = any;
  }"
  RULE    contract
  ELEMENT "atomics")

plant(four_floats_for_a_vector IN sum_vectorized VARIANT vectorized
  REPLACE "const float4 a = vectors[i], b"
  BY      "const float* floats = in + head + 4 * i;
    const float4 a = {floats[0], floats[1], floats[2], floats[3]}, b"
  RULE    contract
  ELEMENT "global loads")

plant(rest_loaded_twice IN sum_vectorized VARIANT vectorized
  REPLACE "for (; i < end; i += BLOCK) add(vectors[i]);"
  BY      "for (size_t j = i; j < end; j += BLOCK) sum.x += 0 * vectors[j].x;
  for (; i < end; i += BLOCK) add(vectors[i]);"
  RULE    contract
  ELEMENT "global loads"
  AT      "for (siz")

plant(tail_by_one_thread IN sum_vectorized VARIANT vectorized
  REPLACE "if (t < count - tail) sum.y = in[tail + t]"
  BY      "for (size_t j = tail; t == 0 && j < count; ++j) sum.y += in[j]"
  RULE    contract
  ELEMENT "global loads"
  AT      "for (; i <")

plant(one_fence_more IN sum_vectorized VARIANT vectorized
  REPLACE "if (t == 0) {
    sums[blockIdx.x]"
  BY      "__threadfence();
  if (t == 0) {
    sums[blockIdx.x]"
  RULE    contract
  ELEMENT "fences")

plant(fence_by_all IN sum_vectorized VARIANT vectorized
  REPLACE "  if (t == 0) {
    sums[blockIdx.x] = total;
    __threadfence();\n"
  BY      "  if (t == 0) sums[blockIdx.x] = total;
  __threadfence();
  if (t == 0) {\n"
  RULE    contract
  ELEMENT "fences")

plant(one_vote_more IN block_sum VARIANT shuffle
  REPLACE "value = warp_sum(value);"
  BY      "value = warp_sum(value);
  if (__all_sync(FULL_WARP, value != value)) return value;"
  RULE    contract
  ELEMENT "exchanges")

plant(one_vector_in_flight IN sum_vectorized VARIANT vectorized
  REPLACE "  size_t i = first + blockIdx.x % GROUP * 4 * BLOCK + t;
  for (; i + 3 * BLOCK < end; i += round) {
    const float4 a = vectors[i], b = vectors[i + BLOCK], c = vectors[i + 2 * BLOCK], d = vectors[i + 3 * BLOCK];
    add(a);
    add(b);
    add(c);
    add(d);
  }
  for (; i < end; i += BLOCK) add(vectors[i]);"
  BY      "for (size_t i = blockIdx.x * BLOCK + t; i < vector_count; i += gridDim.x * BLOCK) add(vectors[i]);"
  RULE    contract
  ELEMENT "loads in flight")

# Other words for the same.

rewrite(one_syncwarp_more IN sum_tree VARIANT unroll
  REPLACE "sum += s[t + d];"
  BY      "sum += s[t + d];
    __syncwarp();")

rewrite(if_instead_of_a_ternary IN sum_naive VARIANT naive
  REPLACE "s[t] = i < count ? in[i] : 0;"
  BY      "float value = 0;
  if (i < count) value = in[i];
  s[t] = value;")

rewrite(other_names IN sum_sequential VARIANT sequential
  REPLACE "for (unsigned d = THREADS / 2; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];"
  BY      "for (unsigned half = THREADS / 2; half != 0; half >>= 1) {
    if (t < half) s[t] = s[t] + s[t + half];")

rewrite(loop_with_pointers IN sum_multiple VARIANT multiple
  REPLACE "sum += in[i] + (i + THREADS < count ? in[i + THREADS] : 0);"
  BY      "const float* pair = in + i;
    const float second = i + THREADS < count ? pair[THREADS] : 0;
    sum += pair[0] + second;")

rewrite(warps_by_shifts IN block_sum VARIANT shuffle
  REPLACE "if (t % 32 == 0) of_warp[t / 32] = value;"
  BY      "if ((t & 31) == 0) of_warp[t >> 5] = value;")

rewrite(four_vectors_one_after_the_other IN sum_vectorized VARIANT vectorized
  REPLACE "    add(a);
    add(b);
    add(c);
    add(d);"
  BY      "    for (const float4 v : {a, b, c, d}) add(v);")

rewrite(each_block_the_next_ones_part IN sum_stride VARIANT stride
  REPLACE "const size_t i = size_t(blockIdx.x) * THREADS + t;"
  BY      "const size_t i = size_t((blockIdx.x + 1) % gridDim.x) * THREADS + t;")

rewrite(parts_from_the_last_one_on IN sum_sequential VARIANT sequential
  REPLACE "const size_t i = size_t(blockIdx.x) * THREADS + t;"
  BY      "const size_t i = size_t(gridDim.x - 1 - blockIdx.x) * THREADS + t;")

rewrite(while_for_for IN sum_multiple VARIANT multiple
  REPLACE "  for (size_t i = size_t(blockIdx.x) * 2 * THREADS + t; i < count; i += grid) {
    sum += in[i] + (i + THREADS < count ? in[i + THREADS] : 0);
  }"
  BY      "  size_t i = size_t(blockIdx.x) * 2 * THREADS + t;
  while (i < count) {
    const float near = in[i];
    float far = 0;
    if (i + THREADS < count) far = in[i + THREADS];
    sum += near + far;
    i += grid;
  }")

rewrite(vectors_in_a_loop IN sum_vectorized VARIANT vectorized
  REPLACE "const float4 a = vectors[i], b = vectors[i + BLOCK], c = vectors[i + 2 * BLOCK], d = vectors[i + 3 * BLOCK];
    add(a);
    add(b);
    add(c);
    add(d);"
  BY      "for (size_t j = i; j <= i + 3 * BLOCK; j += BLOCK) add(vectors[j]);")

rewrite(vectors_in_an_array IN sum_vectorized VARIANT vectorized
  REPLACE "    const float4 a = vectors[i], b = vectors[i + BLOCK], c = vectors[i + 2 * BLOCK], d = vectors[i + 3 * BLOCK];
    add(a);
    add(b);
    add(c);
    add(d);"
  BY      "    float4 v[4];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) v[k] = vectors[i + k * BLOCK];
#pragma unroll
    for (unsigned k = 0; k < 4; ++k) add(v[k]);")

# Indexes of 32 bits, which only an array of 2^31 elements shows: a few blocks of a sum are run.

plant(index_of_32_bits IN sum_naive VARIANT naive
  REPLACE "const size_t i = size_t(blockIdx.x) * THREADS + t"
  BY      "const unsigned i = blockIdx.x * THREADS + t"
  RULE    wrong_result)

plant(index_that_is_an_int IN sum_stride VARIANT stride
  REPLACE "const size_t i = size_t(blockIdx.x) * THREADS + t;
  s[t] = i < count"
  BY      "const int i = blockIdx.x * THREADS + t;
  s[t] = i < (long long)count"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(widened_too_late IN sum_first_add VARIANT first_add
  REPLACE "size_t(blockIdx.x) * 2 * THREADS + t"
  BY      "size_t(blockIdx.x * 2 * THREADS) + t"
  RULE    wrong_result)

plant(begin_of_a_block_at_32_bits IN sum_unroll VARIANT unroll
  REPLACE "size_t(blockIdx.x) * 2"
  BY      "blockIdx.x * 2"
  RULE    wrong_result)

plant(begin_of_a_group_at_32_bits IN sum_vectorized VARIANT vectorized
  REPLACE "ROUNDS * round;
  const size_t end"
  BY      "ROUNDS * unsigned(round) * 4 / 4;
  const size_t end"
  RULE    wrong_result)

plant(vectors_counted_with_32_bits IN sum_vectorized VARIANT vectorized
  REPLACE "const size_t vector_count = (count - head) / 4"
  BY      "const size_t vector_count = unsigned(count - head) / 4"
  RULE    wrong_result)

plant(strides_counted_with_32_bits IN sum_multiple VARIANT multiple
  REPLACE "for (size_t i = size_t(blockIdx.x) * 2 * THREADS + t; i < count; i += grid)"
  BY      "for (unsigned i = blockIdx.x * 2 * THREADS + t; i < unsigned(count); i += grid)"
  RULE    wrong_result)

plant(shuffle_of_the_first_lanes_only IN warp_sum VARIANT shuffle
  REPLACE "value += __shfl"
  BY      "if (threadIdx.x % 32 < d) value += __shfl"
  RULE    divergent_exchange)

plant(two_shuffles_in_one_step IN warp_sum VARIANT shuffle
  REPLACE "value += __shfl_down_sync(FULL_WARP, value, d)"
  BY      "value += threadIdx.x % 2 ? __shfl_down_sync(FULL_WARP, value, d) : __shfl_xor_sync(FULL_WARP, value, d)"
  RULE    divergent_exchange)

plant(lanes_disagree_about_the_mask IN warp_sum VARIANT shuffle
  REPLACE "FULL_WARP"
  BY      "threadIdx.x % 32 < 16 ? FULL_WARP : 0xffff0000"
  RULE    divergent_exchange
  AT      "__shfl_down_sync")

plant(syncwarp_for_half_of_the_lanes IN sum_tree VARIANT unroll
  REPLACE "__syncwarp();
    s[t] = sum;"
  BY      "if (t < 16) __syncwarp();
    s[t] = sum;
    if (t >= 16) sum += __shfl_xor_sync(0xffffffff, 0.0f, 1);"
  RULE    divergent_exchange)

plant(shuffle_in_a_branch_before_the_barrier IN block_sum VARIANT shuffle
  REPLACE "  __syncthreads();\n"
  BY      "  if (t % 32 < 16) value += __shfl_down_sync(FULL_WARP, 0.0f, 8);
  __syncthreads();\n"
  RULE    divergent_exchange)

# The order between blocks: a block's sum, the fence, the ticket; the last ticket, the blocks' sums.

plant(no_fence IN sum_vectorized VARIANT vectorized
  REPLACE "    __threadfence();\n"
  BY      ""
  RULE    no_order_between_blocks
  ELEMENT "global sums"
  WORDS   "a __threadfence() is missing"
  AT      "total += sums[block]")

plant(fence_of_the_block_only IN sum_vectorized VARIANT vectorized
  REPLACE "__threadfence();"
  BY      "__threadfence_block();"
  RULE    no_order_between_blocks
  ELEMENT "global sums"
  WORDS   "a __threadfence() is missing"
  AT      "total += sums[block]")

plant(fence_behind_the_ticket IN sum_vectorized VARIANT vectorized
  REPLACE "    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;"
  BY      "    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();"
  RULE    no_order_between_blocks
  ELEMENT "global sums"
  WORDS   "has to come before the atomic"
  AT      "total += sums[block]")

plant(fence_before_the_sum IN sum_vectorized VARIANT vectorized
  REPLACE "    sums[blockIdx.x] = total;
    __threadfence();"
  BY      "    __threadfence();
    sums[blockIdx.x] = total;"
  RULE    no_order_between_blocks
  ELEMENT "global sums"
  WORDS   "no fence follows this write"
  AT      "total += sums[block]")

plant(ticket_before_the_sum IN sum_vectorized VARIANT vectorized
  REPLACE "    sums[blockIdx.x] = total;
    __threadfence();
    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;"
  BY      "    last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
    sums[blockIdx.x] = total;"
  RULE    no_order_between_blocks
  ELEMENT "global sums"
  WORDS   "no fence follows this write"
  AT      "total += sums[block]")

plant(fence_by_another_thread IN sum_vectorized VARIANT vectorized
  REPLACE "    __threadfence();
    last"
  BY      "  }
  if (t == 32) __threadfence();
  if (t == 0) {
    last"
  RULE    no_order_between_blocks
  ELEMENT "global sums"
  WORDS   "no fence follows this write"
  AT      "total += sums[block]")

plant(ticket_of_another_warp IN sum_vectorized VARIANT vectorized
  REPLACE "    __threadfence();
    last ="
  BY      "    __threadfence();
  }
  if (t == 32) {
    last ="
  RULE    no_order_between_blocks
  WORDS   "the atomic that tells of the write is another thread's"
  AT      "total += sums[block]")

plant(written_by_another_warp IN sum_vectorized VARIANT vectorized
  REPLACE "  if (t == 0) {
    sums[blockIdx.x] = total;"
  BY      "  if (t == 0) last = total > 0;
  __shared__ float of_block;
  if (t == 0) of_block = total;
  __syncthreads();
  if (t == 32) sums[blockIdx.x] = of_block;
  if (t == 0) {"
  RULE    no_order_between_blocks
  WORDS   "no fence follows this write: that of another thread does so only behind"
  AT      "total += sums[block]")

rewrite(fence_of_the_system IN sum_vectorized VARIANT vectorized
  REPLACE "__threadfence();"
  BY      "__threadfence_system();")

plant(rest_of_one_round IN sum_vectorized VARIANT vectorized
  REPLACE "for (; i < end; i += BLOCK) add(vectors[i]);"
  BY      "if (i < end) add(vectors[i]);"
  RULE    wrong_result
  AT      "if (i < end)"
  WORDS   "each thread comes to this line once at most: is a loop meant?"
  SIZE    65535)

plant(sum_of_the_first_block_left_out IN sum_vectorized VARIANT vectorized
  REPLACE "block = t;"
  BY      "block = t + 1;"
  RULE    wrong_result
  AT      "total += sums[block]")

plant(tree_begins_a_level_late IN sum_tree VARIANT unroll
  REPLACE "d = 16"
  BY      "d = 8"
  RULE    wrong_result)

plant(every_block_adds_all IN sum_vectorized VARIANT vectorized
  REPLACE "  if (!last) return;"
  BY      ""
  RULE    no_order_between_blocks  # which of two things it says depends on which block was first
  AT      "total += sums[block]")

# What a whole level of the tree, or a whole warp, does wrong.

plant(brackets_forgotten_in_the_test IN sum_naive VARIANT naive
  REPLACE "t % (2 * d) == 0"
  BY      "t % 2 * d == 0"
  RULE    out_of_bounds
  ELEMENT "shared s"
  AT      "if (t % 2"
  FIRST)

plant(index_of_half_the_distance IN sum_stride VARIANT stride
  REPLACE "2 * d * t"
  BY      "d * t"
  RULE    out_of_bounds
  ELEMENT "shared s"
  AT      "if (j < T"
  FIRST)

plant(one_thread_too_many_adds IN sum_sequential VARIANT sequential
  REPLACE "if (t < d)"
  BY      "if (t <= d)"
  RULE    out_of_bounds
  ELEMENT "shared s"
  AT      "if (t <="
  FIRST)

plant(one_level_too_many IN sum_stride VARIANT stride
  REPLACE "d < THREADS;"
  BY      "d <= THREADS;"
  RULE    out_of_bounds
  ELEMENT "shared s"
  AT      "if (j < T"
  FIRST)

plant(one_thread_more_than_a_warp IN sum_tree VARIANT unroll
  REPLACE "if (t >= 32) return 0"
  BY      "if (t > 32) return 0"
  RULE    race
  ELEMENT "shared s"
  AT      "s[t] = s"
  FIRST)

plant(two_warps_for_one IN sum_tree VARIANT multiple
  REPLACE "if (t >= 32) return 0"
  BY      "if (t >= 64) return 0"
  RULE    race
  ELEMENT "shared s"
  AT      "s[t] = s"
  FIRST)

plant(block_held_up_by_a_warps_barrier IN sum_sequential VARIANT sequential
  REPLACE "s[t] += s[t + d];
    __syncthreads();"
  BY      "s[t] += s[t + d];
    __syncwarp();"
  RULE    race
  ELEMENT "shared s"
  AT      "if (t < d"
  FIRST)

plant(lanes_number_for_a_distance IN warp_sum VARIANT shuffle
  REPLACE "__shfl_down_sync"
  BY      "__shfl_sync"
  RULE    wrong_result
  AT      "__shfl_sync"
  FIRST)

plant(last_distance_missing IN warp_sum VARIANT shuffle
  REPLACE "d > 0"
  BY      "d > 1"
  RULE    wrong_result
  AT      "__shfl_down_sync"
  FIRST)

plant(sums_of_warps_not_shared IN block_sum VARIANT shuffle
  REPLACE "__shared__ float of_warp"
  BY      "float of_warp"
  RULE    wrong_result
  AT      "float of_warp"
  FIRST)

plant(tree_not_shared IN sum_sequential VARIANT sequential
  REPLACE "__shared__ float s"
  BY      "float s"
  RULE    wrong_result
  AT      "float s"
  FIRST)

plant(sum_of_ints IN sum_multiple VARIANT multiple
  REPLACE "float sum = 0"
  BY      "int sum = 0"
  RULE    wrong_result
  AT      "s[t] = sum"
  FIRST)

plant(warps_sum_of_ints IN warp_sum VARIANT shuffle
  REPLACE "float value"
  BY      "int value"
  RULE    wrong_result
  AT      "__shfl_down_sync"
  FIRST)

plant(sum_exchanged IN sum_shuffle VARIANT shuffle
  REPLACE "sums[blockIdx.x] = sum"
  BY      "atomicExch(&sums[blockIdx.x], sum)"
  RULE    contract
  ELEMENT "atomics"
  AT      "atomicExch"
  FIRST)

plant(tail_in_place_of_the_head IN sum_vectorized VARIANT vectorized
  REPLACE "sum.y = in[tail + t]"
  BY      "sum.x = in[tail + t]"
  RULE    wrong_result
  AT      "if (t < head) sum.x"
  FIRST)

# Variables that one thread sets for all.

plant(last_not_shared IN sum_vectorized VARIANT vectorized
  REPLACE "__shared__ bool last"
  BY      "bool last"
  RULE    absent_lane
  FIRST)

plant(last_of_each_thread_false IN sum_vectorized VARIANT vectorized
  REPLACE "__shared__ bool last"
  BY      "bool last = false"
  RULE    absent_lane
  FIRST)

plant(sum_of_the_block_known_to_one_thread IN sum_sequential VARIANT sequential
  REPLACE "if (t == 0) sums[blockIdx.x] = s[0];"
  BY      "float total = 0;
  if (t == 0) total = s[0];
  __syncthreads();
  if (t == THREADS - 1) sums[blockIdx.x] = total;"
  RULE    wrong_result)

plant(loop_that_ends_one_level_early IN sum_sequential VARIANT sequential
  REPLACE "d > 0; d /= 2) {"
  BY      "d > 1; d /= 2) {"
  RULE    wrong_result
  AT      "s[t] += s[t + d]"
  WORDS   "end too early, d > 1"
  FIRST)

# One thread's own total is none of these: another bug is named.
plant(last_level_missing_and_a_total_of_one_thread IN sum_sequential VARIANT sequential
  REPLACE "d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];"
  BY      "d > 1; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  float total = 0;
  if (t == 0) total = s[0];
  __syncthreads();
  if (t == 0 && count > 0) sums[blockIdx.x] = total;"
  RULE    wrong_result
  FIRST)

plant(atomic_on_a_variable_of_the_thread IN sum_naive VARIANT naive
  REPLACE "__shared__ float s[THREADS];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * THREADS + t;
  s[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (unsigned d = 1; d < THREADS; d *= 2) {
    if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = s[0];"
  BY      "float total = 0;
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * THREADS + t;
  atomicAdd(&total, i < count ? in[i] : 0);
  __syncthreads();
  if (t == 0) sums[blockIdx.x] = total;"
  RULE    wrong_result
  AT      "atomicAdd(&total"
  FIRST)

plant(one_for_the_warps_that_are_not_there IN block_sum VARIANT shuffle
  REPLACE "of_warp[t] : 0"
  BY      "of_warp[t] : 1"
  RULE    wrong_result
  FIRST)

# Right, and the parts of blocks begin elsewhere.
plant(four_elements_before_the_first_vector IN sum_vectorized VARIANT vectorized
  REPLACE "/ 4 % 4;"
  BY      "/ 4;"
  RULE    contract
  ELEMENT "global loads"
  AT      "const float4 a"
  SIZE    65536
  FIRST)

# What a lane gets back from itself, and what a thread gets back from a sum that it had stored.
plant(first_distance_of_a_whole_warp IN warp_sum VARIANT shuffle
  REPLACE "d = 16"
  BY      "d = 32"
  RULE    wrong_result
  AT      "__shfl_down_sync")

plant(total_not_begun_anew IN sum_vectorized VARIANT vectorized
  REPLACE "  total = 0;
"
  BY      ""
  RULE    wrong_result
  AT      "total += sums[block]")

plant(ticket_counts_on IN sum_vectorized VARIANT vectorized
  REPLACE "atomicInc(ticket, gridDim.x - 1)"
  BY      "atomicAdd(ticket, 1)"
  RULE    wrong_result
  ELEMENT "ticket"
  AT      "atomicAdd(ticket")

plant(nobody_is_the_last_block IN sum_vectorized VARIANT vectorized
  REPLACE "if (!last) return;"
  BY      "if (last) return;"
  RULE    wrong_result
  AT      "if (last) return;")

plant(what_the_tree_returns_dropped IN sum_multiple VARIANT multiple
  REPLACE "sum = sum_tree<THREADS>(s)"
  BY      "sum_tree<THREADS>(s)"
  RULE    wrong_result
  AT      "if (t == 0) sums"
  WORDS   "it stores 0 to sums[0]"
  FIRST)

plant(every_other_warp_stores IN block_sum VARIANT shuffle
  REPLACE "if (t % 32 == 0) of_warp"
  BY      "if (t % 64 == 0) of_warp"
  RULE    wrong_result
  ELEMENT "of_warp"
  AT      "if (t % 64 == 0) of_warp"
  FIRST)

# The declaration, and the call, that are to blame

plant(half_of_the_shared_sums_declared IN sum_first_add VARIANT first_add
  REPLACE "float s[THREADS]"
  BY      "float s[THREADS / 2]"
  RULE    wrong_result
  ELEMENT "s"
  AT      "float s[THREADS / 2]"
  WORDS   "is too short for blocks of 256x1x1 threads"
  FIRST)

plant(other_lanes_keep_what_they_have IN block_sum VARIANT shuffle
  REPLACE "of_warp[t] : 0"
  BY      "of_warp[t] : value"
  RULE    wrong_result
  AT      "of_warp[t] : value"
  WORDS   "it has got it by the call at summit.cuh:20"
  FIRST)

plant(sum_without_a_value IN sum_multiple VARIANT multiple
  REPLACE "float sum = 0;"
  BY      "float sum;"
  RULE    wrong_result)

plant(last_block_leaves_shared_memory_unset IN sum_sequential VARIANT sequential
  REPLACE "s[t] = i < count ? in[i] : 0;"
  BY      "if (i < count) s[t] = in[i];"
  RULE    uninitialized_read
  WORDS   "s is written at kernel.cuh:49, behind if (i < count)"
  FIRST)

plant(last_step_of_the_loop_left_out IN sum_vectorized VARIANT vectorized
  REPLACE "for (; i < end; i += BLOCK) add"
  BY      "for (; i + BLOCK < end; i += BLOCK) add"
  RULE    wrong_result
  WORDS   "does for (i + BLOCK < end"
  FIRST)

plant(distance_of_16_left_out IN warp_sum VARIANT shuffle
  REPLACE "d = 16;"
  BY      "d = 8;"
  RULE    wrong_result
  WORDS   "is one of the tree's distances left out?"
  FIRST)

plant(second_load_by_the_first_ones_test IN sum_unroll VARIANT unroll
  REPLACE "(i + THREADS < count ? in[i + THREADS] : 0)"
  BY      "(i < count ? in[i + THREADS] : 0)"
  RULE    out_of_bounds
  WORDS   "i < count ? at kernel.cuh:112 does not test i + THREADS"
  FIRST)

plant(test_with_its_limit_in_a_choice IN sum_naive VARIANT naive
  REPLACE "i < count ?"
  BY      "i <= count ?"
  RULE    out_of_bounds
  WORDS   "i <= count ? at kernel.cuh:18 lets it through"
  FIRST)

plant(loaded_before_it_is_stored IN sum_tree VARIANT unroll
  REPLACE "__syncwarp();
    s[t] = sum;
    __syncwarp();
    sum += s[t + d];"
  BY      "__syncwarp();
    sum += s[t + d];
    __syncwarp();
    s[t] = sum;"
  RULE    wrong_result
  AT      "sum += s[t + d];"
  WORDS   "loads it here, before that")

plant(one_vector_twice IN sum_vectorized VARIANT vectorized
  REPLACE "d = vectors[i + 3 * BLOCK];"
  BY      "d = vectors[i + 2 * BLOCK];"
  RULE    wrong_result
  WORDS   "counts 2 times"
  FIRST)

plant(set_and_not_added_to IN sum_multiple VARIANT multiple
  REPLACE "sum += in[i]"
  BY      "sum = in[i]"
  RULE    wrong_result
  AT      "sum = in[i]"
  WORDS   "sum gets a new value in each round of the loop"
  SIZE    600001 1
  FIRST
  CLANG   "only the last of the loads is made, as nothing uses the others")

plant(begins_with_the_last_one_again IN sum_vectorized VARIANT vectorized
  REPLACE "for (; i < end; i += BLOCK) add"
  BY      "for (i -= BLOCK; i < end; i += BLOCK) add"
  RULE    wrong_result
  AT      "for (i -= BLOCK"
  WORDS   "is loaded 2 times"
  FIRST)

plant(remainder_before_the_product IN sum_naive VARIANT naive
  REPLACE "t % (2 * d) == 0"
  BY      "t % 2 * d == 0"
  RULE    out_of_bounds
  ELEMENT "shared s"
  WORDS   "which is (t % 2) * d, at kernel.cuh:"
  FIRST)

plant(atomic_on_nothing IN sum_vectorized VARIANT vectorized
  REPLACE "*result = total"
  BY      "atomicAdd(result, total)"
  RULE    uninitialized_read
  WORDS   "an atomic goes on from what is there"
  FIRST)

# What tells the cause of a wrong sum, and not what it might be.
plant(barrier_in_the_line_of_an_if IN sum_naive VARIANT naive
  REPLACE "if (t % (2 * d) == 0) s[t] += s[t + d];
    __syncthreads();"
  BY      "if (t % (2 * d) == 0) {
      s[t] += s[t + d]; __syncthreads();
    }"
  RULE    divergent_barrier
  AT      "s[t] += s[t + d]; __syncthreads();"
  WORDS   "not all come past if (t % (2 * d) == 0) at kernel.cuh:21")

plant(no_loop_over_the_grid IN sum_multiple VARIANT multiple
  REPLACE "for (size_t i = size_t(blockIdx.x) * 2 * THREADS + t; i < count; i += grid) {"
  BY      "if (const size_t i = size_t(blockIdx.x) * 2 * THREADS + t; i < count) {"
  RULE    wrong_result
  AT      "sum += in[i]"
  WORDS   "each thread does this once: is a loop missing that goes on by the whole grid?"
  SIZE    600001)

plant(first_element_is_left_out IN sum_naive VARIANT naive
  REPLACE "i < count ?"
  BY      "i > 0 && i < count ?"
  RULE    wrong_result
  AT      "i > 0 && i < count ?"
  WORDS   "i > 0 && i < count ? keeps thread (0, 0) of block (0, 0) from in[0]")

plant(unsigned_is_never_below_0 IN sum_sequential VARIANT sequential
  REPLACE "d > 0"
  BY      "d >= 0"
  RULE    wrong_result
  WORDS   "The innermost one here is for (d >= 0" ") at kernel.cuh:51: d is unsigned, and never below 0"
  SIZE    512)

plant(added_once_more_in_the_last_warp IN sum_tree VARIANT unroll
  REPLACE "d = 16"
  BY      "d = 32"
  RULE    wrong_result
  AT      "sum += s[t + d]"
  WORDS   "counts 2 times: thread (0, 0) of block (0, 0) loads it from s[32] at kernel.cuh:96, and")

plant(more_threads_than_the_level_has IN sum_tree VARIANT unroll
  REPLACE "if (t < 64) s[t] += s[t + 64]"
  BY      "if (t < 128) s[t] += s[t + 64]"
  RULE    race
  WORDS   "an index or the test, if (t < 128) at kernel.cuh:92, is wrong")

plant(lanes_of_one_warp_store_for_all IN block_sum VARIANT shuffle
  REPLACE "if (t % 32 == 0) of_warp[t / 32] = value;"
  BY      "if (t < BLOCK / 32) of_warp[t] = value;"
  RULE    wrong_result
  AT      "of_warp[t] = value"
  WORDS   "stores it to of_warp[1] here, and thread (0, 0) of block (0, 0), of the same warp, to of_warp[0], too")

plant(second_element_tested_before_the_loop IN sum_multiple VARIANT multiple
  REPLACE "    sum += in[i] + (i + THREADS < count ? in[i + THREADS] : 0);"
  BY      "    const bool second = size_t(blockIdx.x) * 2 * THREADS + t + THREADS < count;
    sum += in[i] + (second ? in[i + THREADS] : 0);"
  RULE    out_of_bounds
  WORDS   "second ?, second = size_t(blockIdx.x) * 2 * THREADS + t + THREADS < count at kernel.cuh:126 let it through"
  SIZE    600001)

plant(choice_that_takes_the_sum IN sum_first_add VARIANT first_add
  REPLACE "(i < count ? in[i] : 0) + ("
  BY      "i < count ? in[i] : 0 + ("
  RULE    wrong_result
  AT      "in[i] : 0 + ("
  WORDS   "the sum behind it belongs to the choice in this line: in[i] : 0 + .."
  FIRST)

plant(third_component_twice IN sum_vectorized VARIANT vectorized
  REPLACE "sum.w += v.w"
  BY      "sum.w += v.z"
  RULE    wrong_result
  AT      "sum.w += v.z"
  WORDS   "v.z is used twice, and v.w nowhere"
  FIRST)

plant(last_of_each_thread IN sum_vectorized VARIANT vectorized
  REPLACE "__shared__ bool last;"
  BY      "bool last = false;"
  RULE    absent_lane
  WORDS   "last at summit.cuh:54 is each thread's own, and some set it alone: is its __shared__ missing?"
  FIRST)

plant(tail_without_the_head IN sum_vectorized VARIANT vectorized
  REPLACE "tail = head + 4 * vector_count"
  BY      "tail = 4 * vector_count"
  RULE    wrong_result
  WORDS   "(tail = 4 * vector_count at summit.cuh:60"
  FIRST)

plant(level_of_twice_the_block IN sum_naive VARIANT naive
  REPLACE "d < THREADS; d *= 2"
  BY      "d <= THREADS; d *= 2"
  RULE    out_of_bounds
  WORDS   "or the loop, for (d <= THREADS" "d *= 2) at kernel.cuh:20"
  FIRST
  CLANG   "another shared array lies behind this one, so that the place is inside of one")
