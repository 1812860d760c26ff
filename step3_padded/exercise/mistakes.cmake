# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "shared loads: 32768 wavefronts, 16 a request")

plant(the_swizzle_of_the_lesson IN place
  REPLACE "row / 2 % TILE_COLS"
  BY      "row"
  EXPECT  "out of bounds" "shared tile")

plant(the_swizzle_of_the_lesson_cut_short IN place
  REPLACE "row / 2 % TILE_COLS"
  BY      "row % TILE_COLS"
  EXPECT  "shared loads: 8192 wavefronts, 4 a request")

plant(half_a_swizzle IN place
  REPLACE "row / 2 % TILE_COLS"
  BY      "row / 2 % 4"
  EXPECT  "shared loads: 8192 wavefronts, 4 a request")

plant(elements_overwritten IN place
  REPLACE "col ^ (row / 2 % TILE_COLS)"
  BY      "col & row"
  EXPECT  "race on shared tile")
