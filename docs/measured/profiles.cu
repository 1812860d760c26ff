// What Nsight Compute was asked about for h200/profiles.json: variants of the course, each launched once. Prints their
// names, in order. Not part of the build:
//
//   nvcc -O3 -arch=sm_90 -std=c++17 -o profiles docs/measured/profiles.cu
//   ncu --clock-control none --csv --page raw --print-units base --metrics ... ./profiles
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <initializer_list>

#include "../../reduction/kernel.cuh"
namespace step1 {
#include "../../step1_naive/kernel.cuh"
}
namespace step2 {
#include "../../step2_coalesced/kernel.cuh"
}
namespace step3 {
#include "../../step3_padded/kernel.cuh"
}
namespace step4 {
#include "../../step4_vectorized/kernel.cuh"
}
namespace step5 {
#include "../../step5_register_tile/kernel.cuh"
}

constexpr unsigned n = 16384;
float *in, *out;

template <typename Kernel>
void transpose(const char* name, Kernel kernel, dim3 block, dim3 tile) {
  printf("%s\n", name);
  kernel<<<dim3(n / tile.x, n / tile.y), block>>>(in, out, n, n);
}

// The name goes on with the shape of the block. A thread moves so many rows of so many elements.
template <typename Kernel>
void transpose_in_shapes(const char* name, Kernel kernel, unsigned each, std::initializer_list<dim3> blocks) {
  for (const dim3 block : blocks) {
    char whole[64];
    snprintf(whole, sizeof whole, "%s_%ux%u", name, block.x, block.y);
    transpose(whole, kernel, block, {each * block.x, each * block.y});
  }
}

template <typename Kernel>
void sum(const char* name, Kernel kernel, unsigned blocks) {
  printf("reduction/%s\n", name);
  kernel<<<blocks, 256>>>(in, out, std::size_t{1} << 26);
}

int main() {
  constexpr std::size_t bytes = std::size_t{n} * n * sizeof(float);
  if (cudaMalloc(&in, bytes) != cudaSuccess || cudaMalloc(&out, bytes) != cudaSuccess) return 1;
  cudaMemset(in, 1, bytes);
  transpose_in_shapes("step1_naive/coalesced_writes", step1::transpose_coalesced_writes, 1,
                      {{32, 8}, {8, 32}, {16, 16}, {32, 32}});
  transpose_in_shapes("step1_naive/coalesced_reads", step1::transpose_coalesced_reads, 1,
                      {{32, 8}, {8, 32}, {16, 16}, {32, 32}});
  transpose("step1_naive/copy", step1::copy, {32, 8}, {32, 32});
  transpose("step2_coalesced/tile_32x32", step2::transpose_tile<32>, {32, 32}, {32, 32});
  transpose("step2_coalesced/tile_32x8", step2::transpose_tile<8>, {32, 8}, {32, 32});
  transpose("step3_padded/pad1_32x32", step3::transpose_padded<32, 32, 1>, {32, 32}, {32, 32});
  transpose("step3_padded/pad1_64x64_32x8", step3::transpose_padded<64, 8, 1>, {32, 8}, {64, 64});
  transpose("step4_vectorized/float4_loads", step4::transpose_float4_loads<true>, {32, 8}, {128, 8});
  transpose_in_shapes("step5_register_tile/registers", step5::transpose_register_tile<true>, 4,
                      {{32, 8}, {16, 16}, {8, 32}});
  transpose("step5_register_tile/write_order_64x64", step5::transpose_through_swizzled<true, true>, {16, 16}, {64, 64});
  transpose("step5_register_tile/scalar_tile_64x64", step5::transpose_through_scalars<true>, {16, 32}, {64, 64});
  sum("naive", sum_naive, 1 << 18);
  sum("stride", sum_stride, 1 << 18);
  sum("sequential", sum_sequential, 1 << 18);
  sum("first_add", sum_first_add, 1 << 17);
  sum("unroll", sum_unroll, 1 << 17);
  sum("multiple", sum_multiple, 1024);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
