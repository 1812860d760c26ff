// Addresses that are no multiple of what a scalar or a vector is aligned to; and others that look like it.
#include "ladder/engine/launch.hpp"
#include "tests/hazards/cases.hpp"

using namespace ladder::LADDER_ENGINE;

// The elements begin SHIFT bytes behind an address that fits all types.
template <typename T, int SHIFT>
__global__ void store_shared(float* out) {
  alignas(16) __shared__ unsigned char bytes[32 * sizeof(T) + 16];
  auto elements = reinterpret_cast<T*>(bytes + SHIFT);
  elements[threadIdx.x] = T{};
  __syncthreads();
  if (threadIdx.x == 0) out[0] = bytes[SHIFT];
}

template <typename T, int SHIFT>
__global__ void load_shared(float* out) {
  alignas(16) __shared__ unsigned char bytes[32 * sizeof(T) + 16];
  if (threadIdx.x == 0)
    for (unsigned char& byte : bytes) byte = 0;
  __syncwarp();
  const T element = reinterpret_cast<const T*>(bytes + SHIFT)[threadIdx.x];
  *reinterpret_cast<T*>(out + 4 * threadIdx.x) = element;
}

template <typename T, int SHIFT>
__global__ void store_global(float* out) {
  reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(out) + SHIFT)[threadIdx.x] = T{};
}

template <typename T, int SHIFT>
__global__ void load_global(const float* in, float* out) {
  *reinterpret_cast<T*>(out + 4 * threadIdx.x) =
      reinterpret_cast<const T*>(reinterpret_cast<const unsigned char*>(in) + SHIFT)[threadIdx.x];
}

template <int SHIFT>
__global__ void add_shared(float* out) {
  alignas(16) __shared__ unsigned char bytes[32];
  if (threadIdx.x < 8) reinterpret_cast<int*>(bytes)[threadIdx.x] = 0;
  __syncwarp();
  if (threadIdx.x == 0) atomicAdd(reinterpret_cast<int*>(bytes + SHIFT), 1);
  __syncwarp();
  if (threadIdx.x == 0) out[0] = bytes[SHIFT];
}

// Copied by pieces of 2 bytes.
struct Pair {
  short first, second;
};
__global__ void struct_of_shorts(float* out) {
  __shared__ short numbers[66];
  numbers[threadIdx.x] = numbers[threadIdx.x + 32] = 1;
  if (threadIdx.x < 2) numbers[threadIdx.x + 64] = 1;
  __syncthreads();
  const Pair pair = reinterpret_cast<const Pair*>(numbers + 1)[threadIdx.x];
  out[threadIdx.x] = static_cast<float>(pair.first + pair.second);
}

namespace {

template <typename T, int SHIFT>
void stores_shared(hazards::Buffers b) {
  launch(store_shared<T, SHIFT>, {1}, {32}, b.out);
}
template <typename T, int SHIFT>
void loads_shared(hazards::Buffers b) {
  launch(load_shared<T, SHIFT>, {1}, {32}, b.out);
}
template <typename T, int SHIFT>
void stores_global(hazards::Buffers b) {
  launch(store_global<T, SHIFT>, {1}, {32}, b.out);
}
template <typename T, int SHIFT>
void loads_global(hazards::Buffers b) {
  launch(load_global<T, SHIFT>, {1}, {32}, b.in, b.out);
}
template <int SHIFT>
void adds_shared(hazards::Buffers b) {
  launch(add_shared<SHIFT>, {1}, {32}, b.out);
}

}  // namespace

std::vector<hazards::Case> hazards::alignment() {
  return {
      {"a float 2 bytes on, stored",
       stores_shared<float, 2>,
       {"alignment.cu:12: misaligned", "writes 4 bytes at shared bytes[2], an address that is no multiple of 4 bytes"}},
      {"a float 2 bytes on, loaded",
       loads_shared<float, 2>,
       {"alignment.cu:23: misaligned", "reads 4 bytes at shared bytes[2]"}},
      {"a short 1 byte on", stores_shared<short, 1>, {"misaligned", "writes 2 bytes at shared bytes[1]"}},
      {"a float2 4 bytes on", stores_shared<float2, 4>, {"misaligned", "writes 8 bytes at shared bytes[4]"}},
      {"a double 4 bytes on", loads_shared<double, 4>, {"misaligned", "reads 8 bytes at shared bytes[4]"}},
      {"a float4 8 bytes on", stores_shared<float4, 8>, {"misaligned", "writes 16 bytes at shared bytes[8]"}},
      {"a float 4 bytes on", stores_shared<float, 4>, {}},
      {"a float4 16 bytes on", loads_shared<float4, 16>, {}},
      {"a float of global memory, stored", stores_global<float, 2>, {"misaligned", "writes 4 bytes at global out[0]"}},
      {"a short of global memory", stores_global<short, 1>, {"misaligned", "writes 2 bytes at global out[0]"}},
      {"a float of global memory, loaded", loads_global<float, 2>, {"misaligned", "reads 4 bytes at global in[0]"}},
      {"a float2 of global memory", loads_global<float2, 4>, {"misaligned", "reads 8 bytes at global in[1]"}},
      {"a float4 of global memory", stores_global<float4, 8>, {"misaligned", "writes 16 bytes at global out[2]"}},
      {"a float of global memory, 4 bytes on", loads_global<float, 4>, {}},
      {"an atomic", adds_shared<2>, {"misaligned", "updates 4 bytes at shared bytes[2]"}},
      {"an atomic, 4 bytes on", adds_shared<4>, {}},
      {"a struct of two shorts", [](Buffers b) { launch(struct_of_shorts, {1}, {32}, b.out); }, {}},
  };
}
