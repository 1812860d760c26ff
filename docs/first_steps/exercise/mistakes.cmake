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

plant(every_thread_does_all IN twice
  REPLACE "const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out"
  BY      "for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i) out"
  RULE    contract
  ELEMENT "global stores")

plant(one_thread_does_its_block IN twice
  REPLACE "const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out"
  BY      "for (unsigned i = blockIdx.x * blockDim.x; threadIdx.x == 0 && i < (blockIdx.x + 1) * blockDim.x; ++i) out"
  RULE    contract
  ELEMENT "global stores")

plant(every_write_an_atomic IN twice
  REPLACE "out[i] = 2 * in[i]"
  BY      "atomicExch(&out[i], 2 * in[i])"
  RULE    contract
  ELEMENT "global atomics")

# What the emulator cannot see is no cheaper.
plant(all_hidden IN twice
  REPLACE "out[i] = 2 * in[i];"
  BY      "[&]() __attribute__((no_sanitize(\"thread\"))) { out[i] = 2 * in[i]; }();"
  RULE    wrong_result
  WORDS   "cannot be seen")

plant(stores_hidden_and_loads_twice IN twice
  REPLACE "out[i] = 2 * in[i];"
  BY      "const float twice = in[i] + const_cast<const volatile float*>(in)[i];
  [&]() __attribute__((no_sanitize(\"thread\"))) { out[i] = twice; }();"
  RULE    wrong_result
  WORDS   "cannot be seen")

plant(stores_by_asm IN twice
  REPLACE "out[i] = 2 * in[i];"
  BY      "const float twice = 2 * in[i];
#ifdef __x86_64__
  asm volatile(\"movss %0, (%1)\" : : \"x\"(twice), \"r\"(out + i) : \"memory\");
#else
  asm volatile(\"str %s0, [%1]\" : : \"w\"(twice), \"r\"(out + i) : \"memory\");
#endif"
  RULE    wrong_result
  WORDS   "0 stored" "inline asm" "cannot be seen")

plant(adds_its_number IN twice
  REPLACE "out[i] = 2 * in[i];"
  BY      "out[i] = in[i] + i + 1;"
  RULE    wrong_result)

plant(too_much_shared_memory IN twice
  REPLACE "out[i] = 2 * in[i];"
  BY      "__shared__ float values[12800];
  values[threadIdx.x] = in[i];
  out[i] = 2 * values[127 - threadIdx.x];"
  RULE    wrong_result
  WORDS   "51200 bytes of shared memory in a block cannot be launched: at most 49152")

plant(the_first_blocks_alone IN twice
  REPLACE "out[i] ="
  BY      "if (i < 6400) out[i] ="
  RULE    wrong_result
  WORDS   "is an index or a test an int, or too small?")
