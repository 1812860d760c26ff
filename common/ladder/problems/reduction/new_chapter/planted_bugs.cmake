# The bugs of NEW_CHAPTER. common/tests/planted/plant.cmake tells how to read this.

# TODO: what else may go wrong in the kernel. A check that nothing turns red is not one.
plant(grid_too_small IN variants VARIANT mine
  REPLACE "{THREADS, 1"
  BY      "{THREADS, 2"
  RULE    wrong_result
  WORDS   "elements are never loaded")
