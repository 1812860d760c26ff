// Kernels made to be limited by one thing each. What they compute is of no use; `never` is a number that no input makes
// come out, so that nvcc cannot leave the work out.
#pragma once

namespace ladder::rates {

constexpr float never = 12345.f;

// Memory: 16 bytes per thread, in new blocks all the time. (Blocks that stay and take many rounds read more slowly.)
__global__ void read_all_of(const float4* in, float* out) {
  const float4 v = in[size_t(blockIdx.x) * blockDim.x + threadIdx.x];
  if (v.x + v.y + v.z + v.w == never) *out = v.x;
}
__global__ void copy_all_of(const float4* in, float4* out) {
  const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

// Latency: one thread follows indexes, each of which says where the next one is.
__global__ void follow(const unsigned* next, unsigned* out, int steps) {
  unsigned at = 0;
  for (int i = 0; i < steps; ++i) at = next[at];
  *out = at;
}

// Latency where the memory is busy: each thread has LOADS floats on their way at a time, and no block ends.
template <int LOADS>
__global__ void read_in_rounds(const float* in, float* out, size_t count) {
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  float sum = 0;
#pragma unroll 1
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += LOADS * threads) {
    float value[LOADS];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) value[k] = in[i + k * threads];
#pragma unroll
    for (int k = 0; k < LOADS; ++k) sum += value[k];
  }
  if (sum == never) *out = sum;
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

// Sectors stored in part: a warp stores a Word to each of 32 rows, and the 8 warps of a block follow each other along
// the rows.
template <typename Word>
__global__ void store_columns(Word* out, unsigned words_in_a_row) {
  const unsigned row = blockIdx.x * 32 + threadIdx.x, word = blockIdx.y * blockDim.y + threadIdx.y;
  out[size_t(row) * words_in_a_row + word] = Word{};
}

// Blocks that do nothing.
__global__ void begin_and_end(float* out) {
  if (gridDim.y > 1) *out = 0;
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
