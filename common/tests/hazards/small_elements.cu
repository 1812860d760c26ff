// Elements of one and two bytes, several in each word of four.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

template <typename T>
__global__ void through_shared(const float* in, T* out, unsigned barrier_at) {
  __shared__ T tile[64];
  tile[threadIdx.x] = static_cast<T>(in[threadIdx.x]);
  if (barrier_at == 0) __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

// Every thread counts in bytes of its own; with `shift`, two threads share each.
__global__ void byte_counters(const float* in, unsigned char* out, unsigned shift) {
  __shared__ unsigned char counts[64];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (unsigned i = 0; i < 4; ++i) counts[threadIdx.x >> shift] += in[4 * threadIdx.x + i] >= 0;
  __syncthreads();
  out[threadIdx.x] = counts[threadIdx.x];
}

// Single bytes written, whole words read, with and without a barrier between.
__global__ void bytes_read_as_words(const float* in, unsigned* out, bool barrier) {
  __shared__ unsigned words[32];
  auto* bytes = reinterpret_cast<unsigned char*>(words);
  bytes[threadIdx.x] = static_cast<unsigned char>(in[threadIdx.x]);
  if (barrier) __syncthreads();
  if (threadIdx.x < 32) out[threadIdx.x] = words[threadIdx.x];
}

__global__ void byte_not_written(const float* in, unsigned char* out, unsigned missing) {
  __shared__ unsigned char row[64];
  if (threadIdx.x != missing) row[threadIdx.x] = static_cast<unsigned char>(in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x];
}

// In global memory: bytes of a buffer of floats.
__global__ void bytes_of_floats(const float* in, unsigned char* out, unsigned shift) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) >> shift] = static_cast<unsigned char>(in[threadIdx.x]);
}
__global__ void halves_of_floats(const float* in, unsigned short* out, unsigned shift) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) >> shift] = static_cast<unsigned short>(in[threadIdx.x]);
}

// Interleaved colours, a thread for each channel of a pixel, and then the neighbour's.
__global__ void channels(const float* in, unsigned char* out, bool read_the_neighbours) {
  const unsigned i = 4 * threadIdx.x + threadIdx.y;
  out[i] = static_cast<unsigned char>(in[i]);
  if (threadIdx.y == 3) out[512 + threadIdx.x] = out[read_the_neighbours ? i - 1 : i];
}

__global__ void word_over_bytes(const float* in, unsigned char* out, bool barrier) {
  out[threadIdx.x] = static_cast<unsigned char>(in[threadIdx.x]);
  if (barrier) __syncthreads();
  if (threadIdx.x < 16) reinterpret_cast<unsigned*>(out)[threadIdx.x] = 0x01020304u * (threadIdx.x + 7);
}

template <typename T>
T* as(float* out) {
  return reinterpret_cast<T*>(out);
}

// nvcc loads and stores its number byte by byte.
struct __attribute__((packed)) Packed {
  char key;
  int number;
};
__global__ void in_a_packed_struct(float* out) {
  __shared__ Packed all[32];
  all[threadIdx.x].number = static_cast<int>(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = static_cast<float>(all[31 - threadIdx.x].number);
}

namespace hazards {

std::vector<Case> small_elements() {
  using Byte = unsigned char;
  using Short = unsigned short;
  return {
      {"bytes through shared memory",
       [](Buffers b) { launch(through_shared<Byte>, dim3(1), dim3(64), b.in, as<Byte>(b.out), 0u); },
       {}},
      {"bytes, with no barrier",
       [](Buffers b) { launch(through_shared<Byte>, dim3(1), dim3(64), b.in, as<Byte>(b.out), 1u); },
       {"race on shared tile["}},
      {"numbers of 16 bits through shared memory",
       [](Buffers b) { launch(through_shared<Short>, dim3(1), dim3(64), b.in, as<Short>(b.out), 0u); },
       {}},
      {"numbers of 16 bits, with no barrier",
       [](Buffers b) { launch(through_shared<Short>, dim3(1), dim3(64), b.in, as<Short>(b.out), 1u); },
       {"race on shared tile["}},
      {"a byte to count in for each thread of a block",
       [](Buffers b) { launch(byte_counters, dim3(1), dim3(64), b.in, as<Byte>(b.out), 0u); },
       {}},
      {"a byte to count in for two threads",
       [](Buffers b) { launch(byte_counters, dim3(1), dim3(64), b.in, as<Byte>(b.out), 1u); },
       {"race on shared counts["}},
      {"bytes read as words",
       [](Buffers b) { launch(bytes_read_as_words, dim3(1), dim3(128), b.in, as<unsigned>(b.out), true); },
       {}},
      {"bytes read as words, with no barrier",
       [](Buffers b) { launch(bytes_read_as_words, dim3(1), dim3(128), b.in, as<unsigned>(b.out), false); },
       {"race on shared words["}},
      {"a byte that nothing wrote",
       [](Buffers b) { launch(byte_not_written, dim3(1), dim3(64), b.in, as<Byte>(b.out), 13u); },
       {"uninitialized read", "shared row[13]"}},
      {"all bytes written",
       [](Buffers b) { launch(byte_not_written, dim3(1), dim3(64), b.in, as<Byte>(b.out), 64u); },
       {}},
      {"a byte of a float each",
       [](Buffers b) { launch(bytes_of_floats, dim3(4), dim3(64), b.in, as<Byte>(b.out), 0u); },
       {}},
      {"a byte of a float for two threads",
       [](Buffers b) { launch(bytes_of_floats, dim3(4), dim3(64), b.in, as<Byte>(b.out), 1u); },
       {"written twice: global out["}},
      {"half a float each",
       [](Buffers b) { launch(halves_of_floats, dim3(4), dim3(64), b.in, as<Short>(b.out), 0u); },
       {}},
      {"half a float for two threads",
       [](Buffers b) { launch(halves_of_floats, dim3(4), dim3(64), b.in, as<Short>(b.out), 1u); },
       {"written twice: global out["}},
      {"a channel of a pixel each",
       [](Buffers b) { launch(channels, dim3(1), dim3(32, 4), b.in, as<Byte>(b.out), false); },
       {}},
      {"a channel of a pixel each, and the neighbour's",
       [](Buffers b) { launch(channels, dim3(1), dim3(32, 4), b.in, as<Byte>(b.out), true); },
       {"race on global out["}},
      {"words over bytes, after a barrier",
       [](Buffers b) { launch(word_over_bytes, dim3(1), dim3(64), b.in, as<Byte>(b.out), true); },
       {}},
      {"words over bytes, with no barrier",
       [](Buffers b) { launch(word_over_bytes, dim3(1), dim3(64), b.in, as<Byte>(b.out), false); },
       {"written twice: global out["}},
      {"a member of a packed struct", [](Buffers b) { launch(in_a_packed_struct, {1}, {32}, b.out); }, {}},
  };
}

}  // namespace hazards
