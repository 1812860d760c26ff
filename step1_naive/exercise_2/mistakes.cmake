# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(coordinates_far_apart IN sort_coordinates
  REPLACE "p = i / 4, k = i % 4;
  if (p < count) out[size_t(k) * count + p] = in[i];"
  BY      "p = i % count, k = i / count;
  if (k < 4) out[i] = in[4 * p + k];"
  EXPECT  "global loads: 8192 sectors, 16 a request")

plant(one_point_too_many IN sort_coordinates
  REPLACE "p < count"
  BY      "p <= count"
  EXPECT  "out of bounds" "global in")

plant(points_left_together IN sort_coordinates
  REPLACE "out[size_t(k) * count + p]"
  BY      "out[size_t(p) * 4 + k]"
  EXPECT  "of 256 elements are wrong")

plant(points_for_coordinates IN sort_coordinates
  REPLACE "p = i / 4, k = i % 4"
  BY      "p = i % count, k = i / count"
  EXPECT  "in[4] ends in coordinate x of point 4, not in coordinate x of point 1: thread (4, 0)" "gets in[1]"
  AT      "out[")
