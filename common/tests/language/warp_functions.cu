// Shuffles of every type, matches and reductions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "ladder/engine/launch.hpp"
#include "tests/language/cases.hpp"

using namespace ladder::LADDER_ENGINE;

namespace {

constexpr unsigned all_lanes = 0xffffffffu;

// Of the next lane, of the one before, of lane 3, of the neighbour: each is t + 1, t - 1, 3, t ^ 1 as a number.
template <typename T>
__global__ void shuffle_numbers(unsigned* out) {
  const unsigned t = threadIdx.x;
  const T value = static_cast<T>(t);
  out[t] = static_cast<unsigned>(static_cast<float>(__shfl_down_sync(all_lanes, value, 1)));
  out[32 + t] = static_cast<unsigned>(static_cast<float>(__shfl_up_sync(all_lanes, value, 1)));
  out[64 + t] = static_cast<unsigned>(static_cast<float>(__shfl_sync(all_lanes, value, 3)));
  out[96 + t] = static_cast<unsigned>(static_cast<float>(__shfl_xor_sync(all_lanes, value, 1)));
}
unsigned shuffled(unsigned i) {
  const unsigned t = i % 32, down = t == 31 ? 31 : t + 1, up = t == 0 ? 0 : t - 1;
  return i < 32 ? down : i < 64 ? up : i < 96 ? 3 : t ^ 1;
}
template <typename T>
void shuffles_of(unsigned* out) {
  launch(shuffle_numbers<T>, dim3(1), dim3(32), out);
}

__global__ void shuffle_pairs(unsigned* out) {
  const unsigned t = threadIdx.x;
  const float number = static_cast<float>(t);
  const __half2 half = __shfl_xor_sync(all_lanes, __floats2half2_rn(number, number + 32), 1);
  const __nv_bfloat162 bfloat16 = __shfl_xor_sync(all_lanes, __floats2bfloat162_rn(number, number + 32), 1);
  out[t] = static_cast<unsigned>(__low2float(half));
  out[32 + t] = static_cast<unsigned>(__high2float(half));
  out[64 + t] = static_cast<unsigned>(__low2float(bfloat16));
  out[96 + t] = static_cast<unsigned>(__high2float(bfloat16));
}

// What CUDA has no shuffle for becomes an int: a char of 200 is one that a shift by 1 does not cut off.
__global__ void shuffle_small(unsigned* out) {
  const unsigned char value = 200;
  out[threadIdx.x] = static_cast<unsigned>(__shfl_sync(all_lanes, value, 0) << 1);
}

// The distance counts modulo 32: 33 is 1.
__global__ void far_shuffles(unsigned* out) {
  const unsigned t = threadIdx.x;
  out[t] = __shfl_down_sync(all_lanes, t, 33);
  out[32 + t] = __shfl_up_sync(all_lanes, t, 33);
  out[64 + t] = __shfl_sync(all_lanes, t, 35);
  out[96 + t] = __shfl_xor_sync(all_lanes, t, 33);
}

template <typename T>
__global__ void match_any(unsigned* out) {
  out[threadIdx.x] = __match_any_sync(all_lanes, static_cast<T>(threadIdx.x % 4));
}
__global__ void match_zeros(unsigned* out) {
  out[threadIdx.x] = __match_any_sync(all_lanes, threadIdx.x == 5 ? -0.0f : 0.0f);
}
__global__ void match_wide(unsigned* out) {
  out[threadIdx.x] = __match_any_sync(all_lanes, 5ull + (static_cast<unsigned long long>(threadIdx.x / 16) << 32));
}
__global__ void match_half(unsigned* out) {
  const unsigned t = threadIdx.x;
  out[t] = t < 16 ? __match_any_sync(0xffffu, t % 8) : 0;
}

__global__ void match_all(unsigned* out) {
  const unsigned t = threadIdx.x;
  int same = 2, different = 2;
  out[t] = __match_all_sync(all_lanes, 7, &same);
  out[32 + t] = static_cast<unsigned>(same);
  out[64 + t] = __match_all_sync(all_lanes, t == 9 ? 8 : 7, &different);
  out[96 + t] = static_cast<unsigned>(different);
}

// Of the upper half alone; and of those that have not ended.
__global__ void match_all_that_are_there(unsigned* out) {
  const unsigned t = threadIdx.x;
  int same = 2;
  out[t] = out[32 + t] = 0;
  if (t >= 24) return;
  if (t >= 16) out[t] = __match_all_sync(0xffff0000u, 1.5, &same);
  out[32 + t] = static_cast<unsigned>(same);
}

__global__ void reduce(unsigned* out) {
  const unsigned t = threadIdx.x;
  const int i = static_cast<int>(t) - 16;  // -16 to 15
  out[t] = __reduce_add_sync(all_lanes, t);
  out[32 + t] = static_cast<unsigned>(__reduce_add_sync(all_lanes, i));
  out[64 + t] = __reduce_min_sync(all_lanes, static_cast<unsigned>(i));
  out[96 + t] = static_cast<unsigned>(__reduce_min_sync(all_lanes, i));
  out[128 + t] = __reduce_max_sync(all_lanes, static_cast<unsigned>(i));
  out[160 + t] = static_cast<unsigned>(__reduce_max_sync(all_lanes, i));
  out[192 + t] = __reduce_and_sync(all_lanes, t | 0x50);
  out[224 + t] = __reduce_or_sync(all_lanes, 1u << t & 0xff00ff);
  out[256 + t] = __reduce_xor_sync(all_lanes, t == 31 ? 0xf0u : t);
}
unsigned reduced(unsigned i) {
  constexpr unsigned results[] = {
      31 * 16, static_cast<unsigned>(-16), 0, static_cast<unsigned>(-16), all_lanes, 15, 0x50, 0xff00ff, 31 ^ 0xf0};
  return results[i / 32];
}

// Each half of the warp for itself, in one call.
__global__ void reduce_halves(unsigned* out) {
  const unsigned t = threadIdx.x;
  out[t] = __reduce_add_sync(t < 16 ? 0x0000ffffu : 0xffff0000u, t);
}

// Lane 0 of the three that are left wraps.
__global__ void reduce_what_wraps(unsigned* out) {
  out[threadIdx.x] = static_cast<unsigned>(__reduce_add_sync(7, threadIdx.x == 0 ? 0x7fffffff : 1));
}

__global__ void matches_that_do_not_meet(unsigned* out) {
  const unsigned t = threadIdx.x;
  if (t < 16) {
    out[t] = __match_any_sync(all_lanes, 1);
  } else {
    out[t] = __reduce_add_sync(all_lanes, 1u);
  }
}

template <void (*kernel)(unsigned*)>
void warp(unsigned* out) {
  launch(kernel, dim3(1), dim3(32), out);
}

}  // namespace

std::vector<language::Case> language::LADDER_ENGINE::warp_functions() {
  const auto by_four = [](unsigned i) { return 0x11111111u << i % 4; };
  return {
      {"shuffles of int", shuffles_of<int>, 128, shuffled},
      {"of unsigned", shuffles_of<unsigned>, 128, shuffled},
      {"of long", shuffles_of<long>, 128, shuffled},
      {"of unsigned long", shuffles_of<unsigned long>, 128, shuffled},
      {"of long long", shuffles_of<long long>, 128, shuffled},
      {"of unsigned long long", shuffles_of<unsigned long long>, 128, shuffled},
      {"of float", shuffles_of<float>, 128, shuffled},
      {"of double", shuffles_of<double>, 128, shuffled},
      {"of half", shuffles_of<__half>, 128, shuffled},
      {"of bfloat16", shuffles_of<__nv_bfloat16>, 128, shuffled},
      {"of short", shuffles_of<short>, 128, shuffled},
      {"of pairs", warp<shuffle_pairs>, 128, [](unsigned i) { return (i % 32 ^ 1) + i / 32 % 2 * 32; }},
      {"of unsigned char", warp<shuffle_small>, 32, [](unsigned) { return 400u; }},
      {"by more than 31", warp<far_shuffles>, 128, shuffled},
      {"the lanes that have the same int", warp<match_any<int>>, 32, by_four},
      {"unsigned long long", warp<match_any<unsigned long long>>, 32, by_four},
      {"float", warp<match_any<float>>, 32, by_four},
      {"double", warp<match_any<double>>, 32, by_four},
      {"of zeros, bits count", warp<match_zeros>, 32, [](unsigned i) { return i == 5 ? 1u << 5 : ~(1u << 5); }},
      {"of 8 bytes, all count", warp<match_wide>, 32, [](unsigned i) { return i < 16 ? 0x0000ffffu : 0xffff0000u; }},
      {"in half a warp", warp<match_half>, 32, [](unsigned i) { return i < 16 ? 0x0101u << i % 8 : 0; }},
      {"whether all have the same", warp<match_all>, 128,
       [](unsigned i) { return i < 32   ? all_lanes
                               : i < 64 ? 1u
                                        : 0u; }},
      {"of those that are there", warp<match_all_that_are_there>, 64,
       [](unsigned i) {
         const unsigned t = i % 32;
         if (t >= 24) return 0u;
         return i < 32 ? (t >= 16 ? 0x00ff0000u : 0) : t >= 16 ? 1u : 2u;
       }},
      {"reductions", warp<reduce>, 288, reduced},
      {"of two halves", warp<reduce_halves>, 32, [](unsigned i) { return i < 16 ? 120u : 376u; }},
      {"that wrap", [](unsigned* out) { launch(reduce_what_wraps, dim3(1), dim3(3), out); }, 3,
       [](unsigned) { return 0x80000001u; }},
  };
}

std::vector<language::Case> language::LADDER_ENGINE::wrong_warp_functions() {
  return {{"different functions", warp<matches_that_do_not_meet>, 32, nullptr,
           "thread (16, 0) calls __reduce_add_sync() with the mask 0xffffffff"}};
}
