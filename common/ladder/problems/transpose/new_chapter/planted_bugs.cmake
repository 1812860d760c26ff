# The bugs of NEW_CHAPTER. common/tests/planted/plant.cmake tells how to read this.

# TODO: what else may go wrong in the kernel. A check that nothing turns red is not one.
plant(grid_too_small IN variants VARIANT mine_32x8
  REPLACE "{32, 8}, {32, 32}"
  BY      "{32, 8}, {64, 32}"
  RULE    wrong_result
  WORDS   "32768 of 65536 elements are wrong, 32768 of them never written")
