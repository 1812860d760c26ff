// Kernels made to be limited by one thing each: how much of it is there in a second?
#pragma once

#include "tools/rates/rates.hpp"

namespace ladder::rates {

// Memory: 16 bytes per thread, in new blocks all the time. (Blocks that stay and take many rounds read more slowly.)
__global__ void read_all_of(const float4* in, float* out) {
  const float4 v = in[size_t(blockIdx.x) * blockDim.x + threadIdx.x];
  if (v.x + v.y + v.z + v.w == never) *out = v.x;
}
__global__ void copy_all_of(const float4* in, float4* out) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Requests of 32 bytes, a byte per lane, LOADS before the first store: loads, stores, or both.
template <int LOADS, bool READS, bool WRITES>
__global__ void move_bytes(const unsigned char* in, unsigned char* out) {
  const size_t first = size_t(blockIdx.x) * LOADS * blockDim.x + threadIdx.x;
  unsigned char byte[LOADS] = {}, any = 0;
#pragma unroll
  for (int i = 0; i < LOADS; ++i) {
    if (READS) byte[i] = in[first + size_t(i) * blockDim.x];
    any ^= byte[i];
  }
#pragma unroll
  for (int i = 0; i < LOADS; ++i) {
    if (WRITES) out[first + size_t(i) * blockDim.x] = byte[i];
  }
  if (!WRITES && any == 255) *out = any;  // seldom
}

// Atomics: each warp adds to a float, `rounds` times; lane l of warp w to the one at w * of_warp + l * of_lane.
__global__ void add_atomically(float* sums, int rounds, int of_warp, int of_lane) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  float* const sum = sums + size_t(thread / 32) * of_warp + thread % 32 * of_lane;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) atomicAdd(sum, 1.f);
}

// Look-ups in the L1 cache: lanes are so many floats apart, and all that a block reads, again and again, is in it.
// `step` floats lie between a warp's loads.
__global__ void look_up(const float* in, float* out, int rounds, int lane_stride, int step) {
  const float* from = in + threadIdx.x % 32 * lane_stride;
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    const int at = i % 2 * 4 * step;
    sum += from[at] + from[at + step] + from[at + 2 * step] + from[at + 3 * step];
  }
  if (sum == never) *out = sum;
}

// Wavefronts of shared memory: lane l reads word stride * l.
constexpr int shared_words = 1024;
__global__ void read_banks(float* out, int rounds, int stride) {
  __shared__ volatile float words[shared_words];
  const int at = int(threadIdx.x) % 32 * stride % shared_words;
  words[threadIdx.x % shared_words] = 0;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) sum += words[at] + words[at] + words[at] + words[at];
  if (sum == never) *out = sum;
}

// Loads from shared memory, one wavefront each, and a barrier after each round of them, or none.
template <int LOADS, bool BARRIER>
__global__ void read_banks_between_barriers(float* out, int rounds) {
  __shared__ volatile float words[shared_words];
  words[threadIdx.x] = 0;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < LOADS; ++k) sum += words[threadIdx.x];
    if (BARRIER) __syncthreads();
  }
  if (sum == never) *out = sum;
}

// Both in turn: do they use the same pipe?
__global__ void look_up_and_read_banks(const float* in, float* out, int rounds) {
  __shared__ volatile float words[shared_words];
  const float* from = in + threadIdx.x % 32 * 32;
  const int at = int(threadIdx.x) % 32 * 32;
  words[threadIdx.x % shared_words] = 0;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    const int k = i % 2 * 2;
    sum += from[k] + words[at] + from[k + 1] + words[at];
  }
  if (sum == never) *out = sum;
}

// Sectors stored in part: a warp stores 32 / ROWS words to each of so many rows, and the warps of a block follow each
// other along the rows; so do `across` blocks, or they go down first. LOADS: what it stores it has loaded, from words
// in a row.
template <typename Word, int ROWS, bool LOADS>
__global__ void store_columns(const Word* in, Word* out, unsigned words_in_a_row, unsigned across, bool down_first) {
  constexpr unsigned words = 32 / ROWS;
  const unsigned down = gridDim.x / across;
  const unsigned x = down_first ? blockIdx.x / down : blockIdx.x % across;
  const unsigned y = down_first ? blockIdx.x % down : blockIdx.x / across;
  const unsigned row = y * ROWS + threadIdx.x % ROWS;
  const unsigned word = (x * blockDim.y + threadIdx.y) * words + threadIdx.x / ROWS;
  Word value{};
  if (LOADS) value = in[(size_t(blockIdx.x) * blockDim.y + threadIdx.y) * 32 + threadIdx.x];
  out[size_t(row) * words_in_a_row + word] = value;
}

}  // namespace ladder::rates
