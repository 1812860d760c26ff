// Atomics of every type that CUDA has them for.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

constexpr unsigned threads = 96, blocks = 5, in_all = threads * blocks;

// Out of the words of the result, numbers of another type.
template <typename T>
__device__ T* at(unsigned* out, unsigned word) {
  return reinterpret_cast<T*>(out + word);
}

__global__ void zero(unsigned* out) { out[threadIdx.x] = 0; }

template <typename T>
__global__ void add(unsigned* out) {
  atomicAdd(at<T>(out, 0), static_cast<T>(3));
  atomicAdd_system(at<T>(out, 2), static_cast<T>(1));
}
template <typename T>
unsigned sums(unsigned i) {
  const T sum = static_cast<T>((i < 2 ? 3 : 1) * in_all);
  unsigned words[2] = {};
  static_assert(sizeof(T) <= sizeof(words));
  memcpy(words, &sum, sizeof(T));
  return words[i % 2];
}

template <typename T>
__global__ void lowest_and_highest(unsigned* out) {
  const unsigned i = blockIdx.x * threads + threadIdx.x;
  atomicMin(at<T>(out, 0), static_cast<T>(i) - static_cast<T>(100));
  atomicMax(at<T>(out, 2), static_cast<T>(i) * 2);
}

__global__ void words(unsigned* out) {
  const unsigned i = blockIdx.x * threads + threadIdx.x;
  atomicOr(out, 1u << i % 32 & 0x0f0f);
  atomicXor(out + 1, i);
  atomicAnd(at<int>(out, 2), 0);
  atomicInc(out + 3, 6);
  atomicDec(out + 4, 6);
  atomicSub(at<int>(out, 5), 2);
  atomicAdd(at<int>(out, 6), -1);
  atomicExch(at<float>(out, 7), 2.5f);
  atomicOr(at<unsigned long long>(out, 8), 1ull << i % 64);
}
unsigned of_words(unsigned i) {
  unsigned x = 0;
  for (unsigned k = 0; k < in_all; ++k) x ^= k;
  const float half = 2.5f;
  unsigned bits;
  memcpy(&bits, &half, sizeof(bits));
  const unsigned expected[] = {0x0f0f,          x,           0,    in_all % 7, (7 - in_all % 7) % 7,
                               0u - 2 * in_all, 0u - in_all, bits, ~0u,        ~0u};
  return expected[i];
}

// A sum by compare-and-swap: of words, of eight bytes, of two.
template <typename T>
__global__ void swap(unsigned* out) {
  T* const sum = at<T>(out, 0);
  T old = 0, seen = 0;
  do {
    old = seen;
    seen = atomicCAS(sum, old, static_cast<T>(old + 1));
  } while (seen != old);
}

__global__ void vectors(unsigned* out) {
  atomicAdd(at<float2>(out, 0), make_float2(1, 2));
  atomicAdd(at<float4>(out, 4), make_float4(1, 2, 3, 4));
}
unsigned of_vectors(unsigned i) {
  constexpr float parts[] = {1, 2, 0, 0, 1, 2, 3, 4};
  const float sum = parts[i] * static_cast<float>(in_all);
  unsigned bits;
  memcpy(&bits, &sum, sizeof(bits));
  return bits;
}

__global__ void pairs(unsigned* out) {
  if (threadIdx.x >= 8) return;
  atomicAdd(at<__half2>(out, 0), __floats2half2_rn(1, 2));
  atomicAdd(at<__nv_bfloat162>(out, 1), __floats2bfloat162_rn(1, 2));
}

// Each block at a place of its own; then one of them reads.
__global__ void within_a_block(unsigned* out) {
  atomicAdd_block(out + blockIdx.x, 1);
  atomicMax_block(out + blocks + blockIdx.x, threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) out[2 * blocks + blockIdx.x] = atomicCAS_block(out + blockIdx.x, threads, 7);
}

__global__ void block_atomics_of_all_blocks(unsigned* out) { atomicAdd_block(out, 1); }
__global__ void block_atomics_beside_others(unsigned* out) {
  if (blockIdx.x == 0) {
    atomicAdd(out, 1);
  } else {
    atomicAdd_block(out, 1);
  }
}
__global__ void shared_vectors(unsigned* out) {
#ifdef LADDER_EMULATED  // nvcc warns
  __shared__ float2 sum;
  atomicAdd(&sum, make_float2(1, 2));
  out[0] = static_cast<unsigned>(sum.x);
#endif
}

template <void (*kernel)(unsigned*)>
void all(unsigned* out) {
  launch(zero, dim3(1), dim3(16), out);
  launch(kernel, dim3(blocks), dim3(threads), out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::atomics() {
  return {
      {"sums of int", all<add<int>>, 16, [](unsigned i) { return i < 4 ? sums<int>(i) : 0; }},
      {"of unsigned", all<add<unsigned>>, 16, [](unsigned i) { return i < 4 ? sums<unsigned>(i) : 0; }},
      {"of unsigned long long", all<add<unsigned long long>>, 16,
       [](unsigned i) { return i < 4 ? sums<unsigned long long>(i) : 0; }},
      {"of float", all<add<float>>, 16, [](unsigned i) { return i < 4 ? sums<float>(i) : 0; }},
      {"of double", all<add<double>>, 16, [](unsigned i) { return i < 4 ? sums<double>(i) : 0; }},
      {"the lowest and highest int", all<lowest_and_highest<int>>, 16,
       [](unsigned i) { return i == 0   ? -100u
                               : i == 2 ? 2 * in_all - 2
                                        : 0; }},
      {"long long", all<lowest_and_highest<long long>>, 16,
       [](unsigned i) {
         return i == 0 ? -100u : i == 1 ? ~0u : i == 2 ? 2 * in_all - 2 : 0;
       }},
      {"unsigned long long", all<lowest_and_highest<unsigned long long>>, 16,
       [](unsigned i) { return i == 2 ? 2 * in_all - 2 : 0; }},
      {"of words", all<words>, 16, [](unsigned i) { return i < 10 ? of_words(i) : 0; }},
      {"compare and swap of int", all<swap<int>>, 16, [](unsigned i) { return i == 0 ? in_all : 0; }},
      {"of unsigned long long", all<swap<unsigned long long>>, 16, [](unsigned i) { return i == 0 ? in_all : 0; }},
      {"of unsigned short", all<swap<unsigned short>>, 16, [](unsigned i) { return i == 0 ? in_all : 0; }},
      {"sums of vectors", all<vectors>, 16, [](unsigned i) { return i < 8 ? of_vectors(i) : 0; }},
      {"sums of pairs", all<pairs>, 16,
       [](unsigned i) { return i == 0   ? 0x55005100u
                               : i == 1 ? 0x42a04220u
                                        : 0u; }},  // 40 and 80
      {"within a block", all<within_a_block>, 16,
       [](unsigned i) {
         return i < blocks ? 7u : i < 2 * blocks ? threads - 1 : i < 3 * blocks ? threads : 0;
       }},
  };
}

std::vector<language::Case> language::LADDER_ENGINE::wrong_atomics() {
  const char* const words =
      "blocks run in any order, and an atomic with _block in its name, or of thread_scope_block, is one piece";
  return {
      {"atomics of a block, by several", all<block_atomics_of_all_blocks>, 16, nullptr, words},
      {"beside others", all<block_atomics_beside_others>, 16, nullptr, words},
      {"vectors in shared memory", all<shared_vectors>, 16, nullptr,
       "calls atomicAdd() of float2 or float4 in shared memory"},
  };
}
