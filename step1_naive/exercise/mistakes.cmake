# Answers as students give them, and what is said of each. common/tests/planted/plant.cmake tells how to read this.

plant_empty_blank(EXPECT "the output was never written")

plant(uncoalesced_stores IN transpose_coalesced_stores
  REPLACE "row = blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x * 32 + threadIdx.y + i;"
  BY      "col = blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned row = blockIdx.y * 32 + threadIdx.y + i;"
  EXPECT  "global stores: 65536 sectors, 32 a request")

plant(patches_swapped IN transpose_coalesced_stores
  REPLACE "blockIdx.y * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.x"
  BY      "blockIdx.x * 32 + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < 32; i += 8) {
    const unsigned col = blockIdx.y"
  EXPECT  "of 10240 elements are wrong")

plant(nothing_turned IN transpose_coalesced_stores
  REPLACE "out[size_t(col) * rows + row]"
  BY      "out[size_t(row) * cols + col]"
  EXPECT  "row 0, column 1 of the output is 0x6e789e6a, not 0x0c7de806" "nothing was transposed")
