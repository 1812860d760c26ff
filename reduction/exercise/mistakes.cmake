# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(zero_beyond_the_end IN max_of_blocks
  REPLACE "-INFINITY"
  BY      "0"
  EXPECT  "maxima[0] is 0, not -1.8833108")

plant(as_naive IN max_of_blocks
  REPLACE "for (unsigned d = 128; d > 0; d /= 2) {
    if (t < d)"
  BY      "for (unsigned d = 1; d < 256; d *= 2) {
    if (t % (2 * d) == 0)"
  EXPECT  "shared loads: 6080 wavefronts")

plant(barrier_in_the_branch IN max_of_blocks
  REPLACE "s[t] = max(s[t], s[t + d]);
    __syncthreads();"
  BY      "{
      s[t] = max(s[t], s[t + d]);
      __syncthreads();
    }"
  EXPECT  "barrier")
