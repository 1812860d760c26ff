// Mathematical functions that write results through pointers. The C library's would do so behind the emulator's back;
// the names become those of functions that are compiled with the kernel.
#pragma once

#include <cmath>

#include "ladder/engine/emulator/language/special_functions.hpp"

// name(T), which is also namef() or namel().
#define LADDER_FRACTIONS(T, suffix)                        \
  LADDER_DEVICE T device_modf(T x, T* whole) {             \
    T found;                                               \
    const T rest = __builtin_modf##suffix(x, &found);      \
    *whole = found;                                        \
    return rest;                                           \
  }                                                        \
  LADDER_DEVICE T device_frexp(T x, int* exponent) {       \
    int found;                                             \
    const T mantissa = __builtin_frexp##suffix(x, &found); \
    *exponent = found;                                     \
    return mantissa;                                       \
  }                                                        \
  LADDER_DEVICE T device_remquo(T x, T y, int* quotient) { \
    int found;                                             \
    const T rest = __builtin_remquo##suffix(x, y, &found); \
    *quotient = found;                                     \
    return rest;                                           \
  }
LADDER_FRACTIONS(float, f)
LADDER_FRACTIONS(double, )
LADDER_FRACTIONS(long double, l)
#undef LADDER_FRACTIONS
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
