# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE contract ELEMENT "shared loads")

plant(the_swizzle_of_the_lesson IN place
  REPLACE "row / 2 % TILE_COLS"
  BY      "row"
  RULE    out_of_bounds
  ELEMENT "shared tile")

plant(the_swizzle_of_the_lesson_cut_short IN place
  REPLACE "row / 2 % TILE_COLS"
  BY      "row % TILE_COLS"
  RULE    contract
  ELEMENT "shared loads")

plant(half_a_swizzle IN place
  REPLACE "row / 2 % TILE_COLS"
  BY      "row / 2 % 4"
  RULE    contract
  ELEMENT "shared loads")

plant(elements_overwritten IN place
  REPLACE "col ^ (row / 2 % TILE_COLS)"
  BY      "col & row"
  RULE    race
  ELEMENT "shared tile")

plant(mirrored_in_every_second_row IN place
  REPLACE "col ^ (row / 2 % TILE_COLS)"
  BY      "row % 2 == 0 ? col : TILE_COLS - 1 - col"
  RULE    contract
  ELEMENT "shared loads")

plant(no_remainder IN place
  REPLACE "row / 2 % TILE_COLS"
  BY      "row / 2"
  RULE    out_of_bounds
  ELEMENT "shared tile")

plant(every_fourth_row IN place
  REPLACE "row / 2 %"
  BY      "row / 4 %"
  RULE    contract
  ELEMENT "shared loads")

plant(rotated_by_the_row IN place
  REPLACE "col ^ (row / 2 % TILE_COLS)"
  BY      "(col + row) % TILE_COLS"
  RULE    contract
  ELEMENT "shared loads")

plant(offset_of_32_bits IN transpose_doubles
  REPLACE "in[size_t(row) * cols + col]"
  BY      "in[row * cols + col]"
  RULE    wrong_result
  AT      "in[row * cols + col]"
  WORDS   "is its offset of 32 bits?")
