// min() and max() of all numbers.
#pragma once

#include "ladder/engine/emulator/language/number.hpp"

LADDER_DEVICE int min(int a, int b) { return a < b ? a : b; }
LADDER_DEVICE int max(int a, int b) { return a > b ? a : b; }
// -0 is less than 0.
LADDER_DEVICE float min(float a, float b) { return a == b ? (__builtin_signbit(a) ? a : b) : __builtin_fminf(a, b); }
LADDER_DEVICE float max(float a, float b) { return a == b ? (__builtin_signbit(a) ? b : a) : __builtin_fmaxf(a, b); }
LADDER_DEVICE double min(double a, double b) { return a == b ? (__builtin_signbit(a) ? a : b) : __builtin_fmin(a, b); }
LADDER_DEVICE double max(double a, double b) { return a == b ? (__builtin_signbit(a) ? b : a) : __builtin_fmax(a, b); }
// Whole numbers of the other types, and two different types.
template <typename A, typename B>
LADDER_DEVICE ladder::cuda::CommonNumber<A, B> min(A a, B b) {
  const ladder::cuda::CommonNumber<A, B> first = a, second = b;
  if constexpr (std::is_floating_point_v<ladder::cuda::CommonNumber<A, B>>) return min(first, second);
  return first < second ? first : second;
}
template <typename A, typename B>
LADDER_DEVICE ladder::cuda::CommonNumber<A, B> max(A a, B b) {
  const ladder::cuda::CommonNumber<A, B> first = a, second = b;
  if constexpr (std::is_floating_point_v<ladder::cuda::CommonNumber<A, B>>) return max(first, second);
  return first > second ? first : second;
}

#define LADDER_MIN_MAX(prefix, T)                                 \
  LADDER_DEVICE T prefix##min(T a, T b) { return a < b ? a : b; } \
  LADDER_DEVICE T prefix##max(T a, T b) { return a > b ? a : b; }
LADDER_MIN_MAX(u, unsigned)
LADDER_MIN_MAX(ll, long long)
LADDER_MIN_MAX(ull, unsigned long long)
#undef LADDER_MIN_MAX
