# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(no_test IN reverse
  REPLACE "if (i < count) out"
  BY      "out"
  EXPECT  "out of bounds" "global in")

plant(one_too_many IN reverse
  REPLACE "i < count"
  BY      "i <= count"
  EXPECT  "out of bounds" "global in")

plant(one_too_far IN reverse
  REPLACE "count - 1 - i"
  BY      "count - i"
  EXPECT  "out of bounds" "global in[128]")
