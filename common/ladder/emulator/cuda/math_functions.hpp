// CUDA's mathematical, bit and conversion functions. Those of C++ are there as in nvcc: abs(), sqrt() and the like for
// every type. Included by cuda_syntax.hpp.
#pragma once

#include <math.h>
#include <stdlib.h>

#include <cmath>

#include "ladder/emulator/cuda/device.hpp"
#include "ladder/emulator/cuda/integer_functions.hpp"
#include "ladder/emulator/cuda/rounded.hpp"
#include "ladder/emulator/cuda/simd_functions.hpp"
#include "ladder/emulator/cuda/special_functions.hpp"
#include "ladder/emulator/cuda/special_registers.hpp"

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
LADDER_DEVICE float __tanhf(float x) { return std::tanh(x); }
LADDER_DEVICE float __fdividef(float a, float b) { return a / b; }
LADDER_DEVICE float fdividef(float a, float b) { return a / b; }
LADDER_DEVICE double fdivide(double a, double b) { return a / b; }
LADDER_DEVICE float fdivide(float a, float b) { return a / b; }

// name(T), which is also namef() or namel().
#define LADDER_FRACTION(T, name, parameters, Part, value) \
  LADDER_DEVICE T name parameters {                       \
    Part found;                                           \
    const T result = value;                               \
    *part = found;                                        \
    return result;                                        \
  }
#define LADDER_FRACTIONS(T, suffix)                                                           \
  LADDER_FRACTION(T, device_modf, (T x, T * part), T, __builtin_modf##suffix(x, &found))      \
  LADDER_FRACTION(T, device_frexp, (T x, int* part), int, __builtin_frexp##suffix(x, &found)) \
  LADDER_FRACTION(T, device_remquo, (T x, T y, int* part), int, __builtin_remquo##suffix(x, y, &found))
LADDER_FRACTIONS(float, f)
LADDER_FRACTIONS(double, )
LADDER_FRACTIONS(long double, l)
#undef LADDER_FRACTIONS
#undef LADDER_FRACTION
LADDER_DEVICE float device_modff(float x, float* whole) { return device_modf(x, whole); }
LADDER_DEVICE float device_frexpf(float x, int* exponent) { return device_frexp(x, exponent); }
LADDER_DEVICE float device_remquof(float x, float y, int* quotient) { return device_remquo(x, y, quotient); }

#define LADDER_SINES(name, T, sine_of, cosine_of)    \
  LADDER_DEVICE void name(T x, T* sine, T* cosine) { \
    *sine = sine_of(x);                              \
    *cosine = cosine_of(x);                          \
  }
LADDER_SINES(device_sincos, double, std::sin, std::cos)
LADDER_SINES(device_sincos, float, std::sin, std::cos)
LADDER_SINES(device_sincosf, float, std::sin, std::cos)
LADDER_SINES(__sincosf, float, std::sin, std::cos)
LADDER_SINES(sincospi, double, sinpi, cospi)
LADDER_SINES(sincospi, float, sinpi, cospi)
LADDER_SINES(sincospif, float, sinpi, cospi)
#undef LADDER_SINES

namespace std {
using ::device_frexp;
using ::device_frexpf;
using ::device_modf;
using ::device_modff;
using ::device_remquo;
using ::device_remquof;
}  // namespace std
#define frexp device_frexp
#define frexpf device_frexpf
#define modf device_modf
#define modff device_modff
#define remquo device_remquo
#define remquof device_remquof
#define sincos device_sincos
#define sincosf device_sincosf
