// As kernels.cuh, for what takes time and not for how much of it there is.
#pragma once

#include "tools/rates/rates.hpp"

namespace ladder::rates {

// Latency: one thread follows indexes, each of which says where the next one is.
__global__ void follow(const unsigned* next, unsigned* out, int steps) {
  unsigned at = 0;
  for (int i = 0; i < steps; ++i) at = next[at];
  *out = at;
}

// Latency where the memory is busy: each thread has LOADS floats on their way at a time, `rounds` times.
template <int LOADS>
__global__ void read_in_rounds(const float* in, float* out, int rounds) {
  size_t i = size_t(blockIdx.x) * rounds * LOADS * blockDim.x + threadIdx.x;
  float sum = 0;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round, i += LOADS * blockDim.x) {
    float value[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) value[k] = in[i + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) sum += value[k];
  }
  if (sum == never) *out = sum;
}

// The same, where the memory writes as much as it reads.
template <int LOADS>
__global__ void copy_in_rounds(const float* in, float* out, int rounds) {
  size_t i = size_t(blockIdx.x) * rounds * LOADS * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round, i += LOADS * blockDim.x) {
    float value[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) value[k] = in[i + k * blockDim.x];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) out[i + k * blockDim.x] = value[k];
  }
}

// Latency where a block waits for the slowest of what it asks for: each thread has LOADS floats on their way, stores
// them or not, and ends.
template <int LOADS, bool STORES>
__global__ void at_once_in_a_row(const float* in, float* out) {
  const size_t i = size_t(blockIdx.x) * (LOADS * blockDim.x) + threadIdx.x;
  float value[LOADS], sum = 0;
#pragma unroll
  for (int k = 0; k < LOADS; ++k) value[k] = in[i + k * blockDim.x];
#pragma unroll
  for (int k = 0; k < LOADS; ++k) {
    if (STORES) out[i + k * blockDim.x] = value[k];
    sum += value[k];
  }
  if (!STORES && sum == never) *out = sum;
}

// The same, where a block of 256 threads reads 8 floats of each of 32 rows.
template <bool STORES>
__global__ void at_once_in_pieces(const float* in, float* out, unsigned floats_in_a_row) {
  const unsigned row = blockIdx.x * 32 + threadIdx.x / 8, column = blockIdx.y * 8 + threadIdx.x % 8;
  const float value = in[size_t(row) * floats_in_a_row + column];
  if (STORES) out[(size_t(blockIdx.y) * gridDim.x + blockIdx.x) * 256 + threadIdx.x] = value;
  if (!STORES && value == never) *out = value;
}

// Blocks that do nothing.
__global__ void begin_and_end(float* out) {
  if (gridDim.y > 1) *out = 0;
}

// Blocks whose threads ask for one index, for two, or for all.
__global__ void know_column(float* out) {
  if (threadIdx.x == 12345) *out = 0;
}
__global__ void know_place(float* out) {
  if ((threadIdx.x ^ blockIdx.x) == 0xffffffff) *out = 0;
}
__global__ void know_all_indexes(float* out) {
  const unsigned thread = threadIdx.x ^ threadIdx.y ^ threadIdx.z;
  if ((thread ^ blockIdx.x ^ blockIdx.y ^ blockIdx.z) == 0xffffffff) *out = 0;
}

// A barrier after the other.
__global__ void wait_at_barriers(int rounds) {
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) __syncthreads();
}

// As follow(), in shared memory.
__global__ void follow_in_shared(unsigned* out, int steps) {
  __shared__ unsigned next[32];
  next[threadIdx.x] = (threadIdx.x + 7) % 32;
  __syncwarp();
  unsigned at = threadIdx.x;
  for (int i = 0; i < steps; ++i) at = next[at];
  out[threadIdx.x] = at;
}

}  // namespace ladder::rates
