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
