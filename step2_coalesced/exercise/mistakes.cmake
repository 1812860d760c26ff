# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(no_barrier IN transpose_16x64
  REPLACE "__syncthreads();"
  BY      ""
  EXPECT  "a __syncthreads() is missing between them")

plant(idle_lanes IN transpose_16x64
  REPLACE "const unsigned y = threadIdx.x % TILE_ROWS;
  for (unsigned x = 2 * threadIdx.y + threadIdx.x / TILE_ROWS; x < TILE_COLS; x += 2 * 8) {"
  BY      "const unsigned y = threadIdx.x;
  for (unsigned x = threadIdx.y; x < TILE_COLS && y < TILE_ROWS; x += 8) {"
  EXPECT  "global stores: 4096 requests")

plant(uncoalesced_stores IN transpose_16x64
  REPLACE "const unsigned y = threadIdx.x % TILE_ROWS;
  for (unsigned x = 2 * threadIdx.y + threadIdx.x / TILE_ROWS; x < TILE_COLS; x += 2 * 8) {"
  BY      "const unsigned y = 2 * threadIdx.y + threadIdx.x / 16;
  for (unsigned x = threadIdx.x % 16; x < TILE_COLS; x += 16) {"
  EXPECT  "global stores: 32768 sectors, 16 a request")

plant(columns_of_half_a_warp IN transpose_16x64
  REPLACE "2 * threadIdx.y + threadIdx.x / TILE_ROWS"
  BY      "threadIdx.y + threadIdx.x / TILE_ROWS"
  EXPECT  "which no thread loads after that" "row 9, column 0 of the output was never written"
  AT      "out[")
