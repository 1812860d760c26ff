# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(all_blocks_the_same_elements IN twice
  REPLACE "blockIdx.x * blockDim.x + threadIdx.x"
  BY      "threadIdx.x"
  RULE    wrong_result)

plant(blocks_and_threads_exchanged IN twice
  REPLACE "blockIdx.x * blockDim.x + threadIdx.x"
  BY      "threadIdx.x * blockDim.x + blockIdx.x"
  RULE    out_of_bounds
  ELEMENT "global in")

plant(blocks_one_apart IN twice
  REPLACE "blockIdx.x * blockDim.x"
  BY      "blockIdx.x"
  RULE    remark
  ELEMENT "global out")
