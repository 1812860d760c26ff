# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(no_barrier IN transpose_16x64
  REPLACE "__syncthreads();"
  BY      ""
  RULE    race)

plant(idle_lanes IN transpose_16x64
  REPLACE "const unsigned y = threadIdx.x % TILE_ROWS;
  for (unsigned x = 2 * threadIdx.y + threadIdx.x / TILE_ROWS; x < TILE_COLS; x += 2 * 8) {"
  BY      "const unsigned y = threadIdx.x;
  for (unsigned x = threadIdx.y; x < TILE_COLS && y < TILE_ROWS; x += 8) {"
  RULE    contract
  ELEMENT "global stores")

plant(uncoalesced_stores IN transpose_16x64
  REPLACE "const unsigned y = threadIdx.x % TILE_ROWS;
  for (unsigned x = 2 * threadIdx.y + threadIdx.x / TILE_ROWS; x < TILE_COLS; x += 2 * 8) {"
  BY      "const unsigned y = 2 * threadIdx.y + threadIdx.x / 16;
  for (unsigned x = threadIdx.x % 16; x < TILE_COLS; x += 16) {"
  RULE    contract
  ELEMENT "global stores")

plant(columns_of_half_a_warp IN transpose_16x64
  REPLACE "2 * threadIdx.y + threadIdx.x / TILE_ROWS"
  BY      "threadIdx.y + threadIdx.x / TILE_ROWS"
  RULE    wrong_result
  AT      "out[")

plant(offset_of_32_bits IN transpose_16x64
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[col * rows + row]"
  RULE    wrong_result
  AT      "out["
  WORDS   "is its offset of 32 bits?")

plant(tile_turned_twice IN transpose_16x64
  REPLACE "= tile[y][x]"
  BY      "= tile[x][y]"
  RULE    out_of_bounds)

plant(every_second_pair_of_columns IN transpose_16x64
  REPLACE "x += 2 * 8"
  BY      "x += 32"
  RULE    wrong_result)

plant(rows_of_the_input_out IN transpose_16x64
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(row) * cols + col]"
  RULE    wrong_result)

plant(a_barrier_of_the_warp IN transpose_16x64
  REPLACE "__syncthreads();"
  BY      "__syncwarp();"
  RULE    race
  ELEMENT "shared tile")

plant(loads_by_atomics IN transpose_16x64
  REPLACE "x = 2 * threadIdx.y + threadIdx.x / TILE_ROWS; x < TILE_COLS; x += 2 * 8) {
    const unsigned row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) out[size_t(col) * rows + row] = tile[y][x];"
  BY      "c = threadIdx.y; c < 32; c += 8) {
    const unsigned x = c + 32 * (threadIdx.x / 16), row = first_row + y, col = first_col + x;
    if (row < rows && col < cols) {
      out[size_t(col) * rows + row] = __int_as_float(atomicOr(reinterpret_cast<int*>(&tile[y][x]), 0));
    }"
  RULE    contract
  ELEMENT "shared loads")

plant(a_store_that_conflicts IN transpose_16x64
  REPLACE "  __syncthreads();"
  BY      "  __shared__ float column[256][32];
  column[32 * threadIdx.y + threadIdx.x][0] = 1;
  __syncthreads();"
  RULE    contract
  ELEMENT "shared stores")
