# Answers as students give them: right but too expensive, or with a race, or wrong. The check has to say which.

ladder_add_mistake(uncoalesced_stores step1_naive
  "row = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x * 32 + threadIdx.y + i;"
  "col = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = blockIdx.y * 32 + threadIdx.y + i;"
  "global stores: 65536 sectors, 32 a request")

ladder_add_mistake(patches_swapped step1_naive
  "blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x"
  "blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.y"
  "of 10240 elements are wrong")

ladder_add_mistake(no_barrier step2_coalesced
  "__syncthreads();"
  ""
  "a __syncthreads() is missing between them")

ladder_add_mistake(idle_lanes step2_coalesced
  "const unsigned y = threadIdx.x % TILE_ROWS;
  for (unsigned x = 2 * threadIdx.y + threadIdx.x / TILE_ROWS; x < TILE_COLS; x += 2 * 8) {"
  "const unsigned y = threadIdx.x;
  for (unsigned x = threadIdx.y; x < TILE_COLS && y < TILE_ROWS; x += 8) {"
  "global stores: 4096 requests")

ladder_add_mistake(uncoalesced_stores step2_coalesced
  "const unsigned y = threadIdx.x % TILE_ROWS;
  for (unsigned x = 2 * threadIdx.y + threadIdx.x / TILE_ROWS; x < TILE_COLS; x += 2 * 8) {"
  "const unsigned y = 2 * threadIdx.y + threadIdx.x / 16;
  for (unsigned x = threadIdx.x % 16; x < TILE_COLS; x += 16) {"
  "global stores: 32768 sectors, 16 a request")

ladder_add_mistake(half_a_swizzle step3_padded
  "col ^ row"
  "col ^ (row / 2)"
  "shared loads: 8192 wavefronts, 4 a request")

ladder_add_mistake(elements_overwritten step3_padded
  "col ^ row"
  "col & row"
  "race on shared tile")

ladder_add_mistake(first_matrix_only step4_vectorized
  "size_t(blockIdx.z) * rows * cols"
  "0"
  "written twice")

ladder_add_mistake(scalar_loads step4_vectorized
  "const float4 four = *reinterpret_cast<const float4*>(from);"
  "const float4 four = make_float4(from[0], from[1], from[2], from[3]);"
  "global loads: 2048 requests")

ladder_add_mistake(a_column_of_float4 step4_vectorized
  "r = 4 * y + x / 8, c = 4 * (x % 8)"
  "r = x, c = 4 * y"
  "global loads: 16384 sectors, 32 a request")

ladder_add_mistake(every_block_swaps step5_register_tile
  "if (blockIdx.x < blockIdx.y) return;"
  ""
  "written twice")

ladder_add_mistake(no_mirror step5_register_tile
  "if (blockIdx.x < blockIdx.y) return;"
  "if (blockIdx.x != blockIdx.y) return;"
  "elements are wrong")

ladder_add_mistake(zero_beyond_the_end reduction
  "-INFINITY"
  "0"
  "maxima[0] is 0, not -1.")

ladder_add_mistake(as_naive reduction
  "for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d)"
  "for (unsigned d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0)"
  "shared loads: 6080 wavefronts")

ladder_add_mistake(barrier_in_the_branch reduction
  "s[t] = max(s[t], s[t + d]);
    __syncthreads();"
  "{
      s[t] = max(s[t], s[t + d]);
      __syncthreads();
    }"
  "barrier")

ladder_add_mistake(lanes_leave_early reduction_2
  "float col_sum = 0;"
  "float col_sum = 0;
  if (col >= cols) return;"
  "shuffle")

ladder_add_mistake(an_atomic_for_each_element reduction_2
  "for (unsigned d = 16; d > 0; d /= 2) row_sum += __shfl_down_sync(0xffffffff, row_sum, d);
    if (threadIdx.x == 0 && row < rows) atomicAdd(&row_sums[row], row_sum);"
  "if (row < rows) atomicAdd(&row_sums[row], row_sum);
    if (row < rows && col < cols) atomicAdd(&col_sums[col], value);
    col_sum = 0;"
  "global atomics: ")
