# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(RULE wrong_result)

plant(coordinates_far_apart IN sort_coordinates
  REPLACE "p = i / 4, k = i % 4;
  if (p < count) out[k * count + p] = in[i];"
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
  REPLACE "out[k * count + p]"
  BY      "out[p * 4 + k]"
  RULE    wrong_result)

plant(points_for_coordinates IN sort_coordinates
  REPLACE "p = i / 4, k = i % 4"
  BY      "p = i % count, k = i / count"
  RULE    wrong_result
  AT      "out[")

plant(a_float4_of_each_fourth_thread IN sort_coordinates
  REPLACE "if (p < count) out[k * count + p] = in[i];"
  BY      "if (p >= count || k != 0) return;
  const float4 four = reinterpret_cast<const float4*>(in)[p];
  out[p] = four.x;
  out[count + p] = four.y;
  out[2 * size_t(count) + p] = four.z;
  out[3 * size_t(count) + p] = four.w;"
  RULE    contract
  ELEMENT "global stores")

plant(threads_of_points_alone IN sort_coordinates
  REPLACE "if (p < count) out"
  BY      "if (i < count) out"
  RULE    wrong_result)

plant(by_shared_memory IN sort_coordinates
  REPLACE "if (p < count) out[k * count + p] = in[i];"
  BY      "__shared__ float s[256];
  if (p < count) s[threadIdx.x] = in[i];
  __syncthreads();
  if (p < count) out[k * count + p] = s[threadIdx.x];"
  RULE    contract
  ELEMENT "shared stores")

plant(coordinates_of_four_points IN sort_coordinates
  REPLACE "k = i % 4"
  BY      "k = i & 4"
  RULE    out_of_bounds)

plant(a_coordinate_for_each_two_warps IN sort_coordinates
  REPLACE "p = i / 4, k = i % 4;
  if (p < count) out[k * count + p] = in[i];"
  BY      "p = blockIdx.x * 64 + threadIdx.x % 64, k = threadIdx.x / 64;
  if (i < 4 * gridDim.x * 64 && p < count) out[k * count + p] = in[4 * p + k];"
  RULE    contract
  ELEMENT "global loads")

plant(offset_of_32_bits IN sort_coordinates
  REPLACE "const size_t p"
  BY      "const unsigned p"
  RULE    wrong_result
  AT      "out[k * count + p] = in[i]"
  WORDS   "is its offset of 32 bits?")

plant(thread_of_32_bits IN sort_coordinates
  REPLACE "size_t(blockIdx.x) * blockDim.x"
  BY      "blockIdx.x * blockDim.x"
  RULE    wrong_result
  WORDS   "is an index or a test of 32 bits?")

plant(by_atomics_on_shared_memory IN sort_coordinates
  REPLACE "if (p < count) out[k * count + p] = in[i];"
  BY      "__shared__ int s[256];
  if (p < count) atomicExch(&s[threadIdx.x], __float_as_int(in[i]));
  __syncthreads();
  if (p < count) out[k * count + p] = __int_as_float(atomicOr(&s[threadIdx.x], 0));"
  RULE    contract
  ELEMENT "shared stores")
