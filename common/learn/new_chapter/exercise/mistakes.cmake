# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

# TODO: what else may go wrong in the solution.
plant(one_too_many IN twice
  REPLACE "i < count"
  BY      "i <= count"
  RULE    out_of_bounds
  ELEMENT "global in")
