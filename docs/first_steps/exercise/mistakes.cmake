# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(all_blocks_the_same_elements IN twice
  REPLACE "blockIdx.x * blockDim.x + threadIdx.x"
  BY      "threadIdx.x"
  EXPECT  "out[128] was never written")

plant(blocks_and_threads_exchanged IN twice
  REPLACE "blockIdx.x * blockDim.x + threadIdx.x"
  BY      "threadIdx.x * blockDim.x + blockIdx.x"
  EXPECT  "out of bounds" "global in")

plant(blocks_one_apart IN twice
  REPLACE "blockIdx.x * blockDim.x"
  BY      "blockIdx.x"
  EXPECT  "written twice, with the same value" "global out[1]")
