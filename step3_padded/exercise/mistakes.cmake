# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "shared loads: 65536 wavefronts, 32 a request")

plant(half_a_swizzle IN place
  REPLACE "col ^ row"
  BY      "col ^ (row / 2)"
  EXPECT  "shared loads: 8192 wavefronts, 4 a request")

plant(elements_overwritten IN place
  REPLACE "col ^ row"
  BY      "col & row"
  EXPECT  "race on shared tile")
