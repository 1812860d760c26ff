// What kernels of others count on: the macros that nvcc defines, assert(), printf(), variables that only the host
// reads.
#include <cassert>

#include "ladder/engine/launch.hpp"
#include "tests/nvcc_kernels.hpp"

using namespace ladder::LADDER_ENGINE;

#ifdef __CUDACC__
#define FOR_THE_DEVICE __device__
#endif

namespace {

__device__ __align__(128) int only_the_host_reads_this[32];

__global__ void body_for_the_device(const float* in, float* out) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700 && __CUDACC_VER_MAJOR__ >= 12 && !defined(__NVCC__)
  out[threadIdx.x] = in[threadIdx.x];
#endif
}

__global__ void stores_to_a_static_variable(const float* in, float*) {
  only_the_host_reads_this[threadIdx.x] = static_cast<int>(in[threadIdx.x]);
}

__global__ void assertion(const float* in, float* out) {
  assert(in[threadIdx.x] < 7);
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void assertion_that_holds(const float* in, float* out) {
  assert(in[threadIdx.x] < 32);
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void prints_a_number_as_text(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 3) printf("%d: %s\n", 5, reinterpret_cast<const char*>(size_t{16}));
}

__global__ void prints_text(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 3) printf("%*d%% %5.1f %s%c", 0, 100, 1.0, "", '\n');
}

// One of 256 blocks would be done in a blink, had it not gone through all elements with each thread.
__global__ void too_small_a_distance(const float* in, float* out, unsigned rounds) {
  float sum = 0;
  for (unsigned i = 0; i < rounds; ++i) sum += *static_cast<const volatile float*>(in + i % 4096);
  out[threadIdx.x] = sum;
}

// Two names for one array, of which the launch says how large it is.
extern __shared__ float dynamic_values[];
extern __shared__ int dynamic_counts[];

__global__ void reverse_in_dynamic_shared(const float* in, float* out) {
  dynamic_values[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = dynamic_values[31 - threadIdx.x] + (dynamic_counts[threadIdx.x] == 1 ? 1.0f : 0.0f);
}

}  // namespace

namespace kernels {

void reverse_in_dynamic_shared(Buffers b, unsigned elements) {
  launch(::reverse_in_dynamic_shared, {dim3(1), dim3(32), elements * sizeof(float)}, b.in, b.out);
}

void body_for_the_device(Buffers b) { launch(::body_for_the_device, dim3(1), dim3(32), b.in, b.out); }
void stores_to_a_static_variable(Buffers b) { launch(::stores_to_a_static_variable, dim3(1), dim3(32), b.in, b.out); }
void assertion(Buffers b) { launch(::assertion, dim3(1), dim3(32), b.in, b.out); }
void assertion_that_holds(Buffers b) { launch(::assertion_that_holds, dim3(1), dim3(32), b.in, b.out); }
void prints_a_number_as_text(Buffers b) { launch(::prints_a_number_as_text, dim3(1), dim3(32), b.in, b.out); }
void prints_text(Buffers b) { launch(::prints_text, dim3(1), dim3(32), b.in, b.out); }
void too_small_a_distance(Buffers b) { launch(::too_small_a_distance, dim3(4096), dim3(256), b.in, b.out, 1u << 16); }

}  // namespace kernels
