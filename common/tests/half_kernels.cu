#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "ladder/engine/launch.hpp"
#include "tests/half_kernels.hpp"

using namespace ladder::LADDER_ENGINE;

template <typename T>
__global__ void copy(const T* in, T* out) {
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void half_arithmetic(const __half* in, __half* out) {
  const __half two = __float2half(2.0f);
  out[threadIdx.x] = __hfma(in[threadIdx.x], two, __ldg(&in[threadIdx.x + 32]));
}

__global__ void half2_arithmetic(const half2* in, half2* out) {
  const half2 two = __float2half2_rn(2.0f);
  out[threadIdx.x] = __hfma2(in[threadIdx.x], two, __ldg(&in[threadIdx.x + 32]));
}

__global__ void half_operators(const half* in, half* out) {
  half sum = in[threadIdx.x];
  sum += in[threadIdx.x + 32];
  if (sum < half(0)) sum = -sum;
  out[threadIdx.x] = sum / half(2);
}

__global__ void bfloat16_by_float(const __nv_bfloat16* in, __nv_bfloat16* out) {
  out[threadIdx.x] = __float2bfloat16(1.5f * __bfloat162float(in[threadIdx.x]));
}

template <typename T>
__global__ void through_shared(const T* in, T* out) {
  __shared__ T tile[32];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

template <typename T>
__global__ void of_lane_xor_1(const T* in, T* out) {
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, in[threadIdx.x], 1);
}

template <typename T>
__global__ void set_to_zero(const T*, T* out) {
  out[0] = T();
}

template <typename T>
__global__ void add_to_first(const T* in, T* out, int element) {
  atomicAdd(out, in[element]);
}

__global__ void compare_and_swap(const half* in, half* out) {
  auto* bits = reinterpret_cast<unsigned short*>(out);
  unsigned short old = 0, seen = 0;
  do {
    old = seen;
    seen = atomicCAS(bits, old, __half_as_ushort(__hadd(__ushort_as_half(old), in[1])));
  } while (seen != old);
}

namespace half_kernels {
namespace {

template <typename T>
void launch_warp(void (*kernel)(const T*, T*), const void* in, void* out, unsigned blocks = 1) {
  launch(kernel, dim3(blocks), dim3(32), static_cast<const T*>(in), static_cast<T*>(out));
}

template <typename T>
void add(const void* in, void* out, int element) {
  launch(::set_to_zero<T>, dim3(1), dim3(1), static_cast<const T*>(in), static_cast<T*>(out));
  launch(::add_to_first<T>, dim3(8), dim3(32), static_cast<const T*>(in), static_cast<T*>(out), element);
}

}  // namespace

void copy_half(const void* in, void* out) { launch_warp(::copy<__half>, in, out); }
void copy_half2(const void* in, void* out) { launch_warp(::copy<__half2>, in, out); }
void copy_bfloat16(const void* in, void* out) { launch_warp(::copy<__nv_bfloat16>, in, out); }
void copy_bfloat162(const void* in, void* out) { launch_warp(::copy<__nv_bfloat162>, in, out); }
void copy_bytes(const void* in, void* out) { launch_warp(::copy<unsigned char>, in, out); }
void half_arithmetic(const void* in, void* out) { launch_warp(::half_arithmetic, in, out); }
void half2_arithmetic(const void* in, void* out) { launch_warp(::half2_arithmetic, in, out); }
void half_operators(const void* in, void* out) { launch_warp(::half_operators, in, out); }
void bfloat16_by_float(const void* in, void* out) { launch_warp(::bfloat16_by_float, in, out); }
void half_through_shared(const void* in, void* out) { launch_warp(::through_shared<half>, in, out); }
void bytes_through_shared(const void* in, void* out) { launch_warp(::through_shared<unsigned char>, in, out); }
void half_of_lane_xor_1(const void* in, void* out) { launch_warp(::of_lane_xor_1<half>, in, out); }
void half2_of_lane_xor_1(const void* in, void* out) { launch_warp(::of_lane_xor_1<half2>, in, out); }
void half_atomics(const void* in, void* out) { add<half>(in, out, 1); }
void half2_atomics(const void* in, void* out) { add<half2>(in, out, 0); }
void bfloat16_atomics(const void* in, void* out) { add<__nv_bfloat16>(in, out, 1); }
void half_by_compare_and_swap(const void* in, void* out) {
  launch(::set_to_zero<half>, dim3(1), dim3(1), static_cast<const half*>(in), static_cast<half*>(out));
  launch_warp(::compare_and_swap, in, out, 8);
}

}  // namespace half_kernels
