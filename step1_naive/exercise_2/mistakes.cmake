# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(coordinates_far_apart IN sort_coordinates
  REPLACE "p = i / 4, k = i % 4;
  if (p < count) out[size_t(k) * count + p] = in[i];"
  BY      "p = i % count, k = i / count;
  if (k < 4) out[i] = in[4 * p + k];"
  RULE    contract
  ELEMENT "global loads")

plant(one_point_too_many IN sort_coordinates
  REPLACE "p < count"
  BY      "p <= count"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(points_left_together IN sort_coordinates
  REPLACE "out[size_t(k) * count + p]"
  BY      "out[size_t(p) * 4 + k]"
  RULE    wrong_result)

plant(points_for_coordinates IN sort_coordinates
  REPLACE "p = i / 4, k = i % 4"
  BY      "p = i % count, k = i / count"
  RULE    wrong_result
  AT      "out[")
