// Mathematical functions that write results through pointers. The C library's would do so behind the emulator's back;
// the names become those of functions that are compiled with the kernel.
#pragma once

#include <cmath>

#include "ladder/engine/emulator/language/special_functions.hpp"

#define LADDER_FRACTIONS(T, suffix)                                   \
  LADDER_DEVICE T device_modf##suffix(T x, T* whole) {                \
    T found;                                                          \
    const T rest = __builtin_modf##suffix(x, &found);                 \
    *whole = found;                                                   \
    return rest;                                                      \
  }                                                                   \
  LADDER_DEVICE T device_frexp##suffix(T x, int* exponent) {          \
    int found;                                                        \
    const T mantissa = __builtin_frexp##suffix(x, &found);            \
    *exponent = found;                                                \
    return mantissa;                                                  \
  }                                                                   \
  LADDER_DEVICE T device_remquo##suffix(T x, T y, int* quotient) {    \
    int found;                                                        \
    const T rest = __builtin_remquo##suffix(x, y, &found);            \
    *quotient = found;                                                \
    return rest;                                                      \
  }                                                                   \
  LADDER_DEVICE void device_sincos##suffix(T x, T* sine, T* cosine) { \
    *sine = std::sin(x);                                              \
    *cosine = std::cos(x);                                            \
  }                                                                   \
  LADDER_DEVICE void sincospi##suffix(T x, T* sine, T* cosine) {      \
    *sine = sinpi(x);                                                 \
    *cosine = cospi(x);                                               \
  }
LADDER_FRACTIONS(float, f)
LADDER_FRACTIONS(double, )
#undef LADDER_FRACTIONS
LADDER_DEVICE float device_modf(float x, float* whole) { return device_modff(x, whole); }
LADDER_DEVICE float device_frexp(float x, int* exponent) { return device_frexpf(x, exponent); }
LADDER_DEVICE float device_remquo(float x, float y, int* quotient) { return device_remquof(x, y, quotient); }
LADDER_DEVICE void device_sincos(float x, float* sine, float* cosine) { device_sincosf(x, sine, cosine); }
LADDER_DEVICE void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
LADDER_DEVICE void __sincosf(float x, float* sine, float* cosine) { device_sincosf(x, sine, cosine); }

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
