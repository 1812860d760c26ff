// CUDA's mathematical, bit and conversion functions that C++ does not have. Included by cuda_syntax.hpp.
//
// Those that trade accuracy for speed on the GPU (__expf and the like) are computed in full here.
#pragma once

#include <cmath>
#include <cstdint>

#include "ladder/engine/emulator/language/number.hpp"

namespace ladder::cuda {

template <typename To, typename From>
LADDER_DEVICE To same_bits(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  __builtin_memcpy(static_cast<void*>(&result), &value, sizeof(To));
  return result;
}

// Of a whole number that may be too large for an int. What is no number becomes 0.
LADDER_DEVICE int nearest_int(float x) {
  if (x >= 0x1p31f) return 0x7fffffff;
  if (x < -0x1p31f) return -0x7fffffff - 1;
  return x == x ? static_cast<int>(x) : 0;
}

}  // namespace ladder::cuda

LADDER_DEVICE int min(int a, int b) { return a < b ? a : b; }
LADDER_DEVICE int max(int a, int b) { return a > b ? a : b; }
LADDER_DEVICE float min(float a, float b) { return __builtin_fminf(a, b); }
LADDER_DEVICE float max(float a, float b) { return __builtin_fmaxf(a, b); }
LADDER_DEVICE double min(double a, double b) { return __builtin_fmin(a, b); }
LADDER_DEVICE double max(double a, double b) { return __builtin_fmax(a, b); }
// Whole numbers of the other types, and of two different types.
template <typename A, typename B>
LADDER_DEVICE ladder::cuda::CommonNumber<A, B> min(A a, B b) {
  const ladder::cuda::CommonNumber<A, B> first = a, second = b;
  return first < second ? first : second;
}
template <typename A, typename B>
LADDER_DEVICE ladder::cuda::CommonNumber<A, B> max(A a, B b) {
  const ladder::cuda::CommonNumber<A, B> first = a, second = b;
  return first > second ? first : second;
}
LADDER_DEVICE unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
LADDER_DEVICE unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }

LADDER_DEVICE int __popc(unsigned bits) { return __builtin_popcount(bits); }
LADDER_DEVICE int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
LADDER_DEVICE int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(static_cast<unsigned>(bits)); }
LADDER_DEVICE int __clzll(long long bits) {
  return bits == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(bits));
}
LADDER_DEVICE int __ffs(int bits) { return __builtin_ffs(bits); }
LADDER_DEVICE int __ffsll(long long bits) { return __builtin_ffsll(bits); }
LADDER_DEVICE unsigned __brev(unsigned bits) {
  unsigned reversed = 0;
  for (int i = 0; i < 32; ++i) reversed |= (bits >> i & 1u) << (31 - i);
  return reversed;
}

// The low 32 bits of the product of the low 24 bits.
LADDER_DEVICE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
LADDER_DEVICE int __mul24(int a, int b) {
  const auto low_24_bits = [](int value) { return static_cast<int>(static_cast<unsigned>(value) << 8) >> 8; };
  return static_cast<int>(static_cast<std::int64_t>(low_24_bits(a)) * low_24_bits(b));
}
LADDER_DEVICE int __mulhi(int a, int b) { return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32); }
LADDER_DEVICE unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
}

LADDER_DEVICE float rsqrtf(float x) { return 1 / std::sqrt(x); }
LADDER_DEVICE double rsqrt(double x) { return 1 / std::sqrt(x); }
LADDER_DEVICE float __saturatef(float x) { return x > 0 ? x < 1 ? x : 1 : 0; }
LADDER_DEVICE float __expf(float x) { return std::exp(x); }
LADDER_DEVICE float __exp10f(float x) { return std::pow(10.0f, x); }
LADDER_DEVICE float __logf(float x) { return std::log(x); }
LADDER_DEVICE float __log2f(float x) { return std::log2(x); }
LADDER_DEVICE float __log10f(float x) { return std::log10(x); }
LADDER_DEVICE float __powf(float x, float y) { return std::pow(x, y); }
LADDER_DEVICE float __sinf(float x) { return std::sin(x); }
LADDER_DEVICE float __cosf(float x) { return std::cos(x); }
LADDER_DEVICE float __tanf(float x) { return std::tan(x); }
LADDER_DEVICE void __sincosf(float x, float* sine, float* cosine) {
  *sine = std::sin(x);
  *cosine = std::cos(x);
}
LADDER_DEVICE float __fdividef(float a, float b) { return a / b; }
LADDER_DEVICE float __fadd_rn(float a, float b) { return a + b; }
LADDER_DEVICE float __fmul_rn(float a, float b) { return a * b; }
LADDER_DEVICE float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
LADDER_DEVICE float __fsqrt_rn(float x) { return std::sqrt(x); }
LADDER_DEVICE float __frcp_rn(float x) { return 1 / x; }

LADDER_DEVICE int __float_as_int(float x) { return ladder::cuda::same_bits<int>(x); }
LADDER_DEVICE unsigned __float_as_uint(float x) { return ladder::cuda::same_bits<unsigned>(x); }
LADDER_DEVICE float __int_as_float(int x) { return ladder::cuda::same_bits<float>(x); }
LADDER_DEVICE float __uint_as_float(unsigned x) { return ladder::cuda::same_bits<float>(x); }
LADDER_DEVICE long long __double_as_longlong(double x) { return ladder::cuda::same_bits<long long>(x); }
LADDER_DEVICE double __longlong_as_double(long long x) { return ladder::cuda::same_bits<double>(x); }
LADDER_DEVICE int __float2int_rn(float x) { return ladder::cuda::nearest_int(std::nearbyint(x)); }
LADDER_DEVICE int __float2int_rz(float x) { return ladder::cuda::nearest_int(std::trunc(x)); }
LADDER_DEVICE int __float2int_rd(float x) { return ladder::cuda::nearest_int(std::floor(x)); }
LADDER_DEVICE int __float2int_ru(float x) { return ladder::cuda::nearest_int(std::ceil(x)); }
LADDER_DEVICE float __int2float_rn(int x) { return static_cast<float>(x); }
LADDER_DEVICE float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
