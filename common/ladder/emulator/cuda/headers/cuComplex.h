// What `#include <cuComplex.h>` finds on the emulator: complex numbers, as float2 and double2.
#pragma once

#include "ladder/emulator/cuda/headers/cuda_runtime.h"

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

// The functions of one of the two types; those of float end in f.
#define LADDER_COMPLEX(Complex, Real, make, f)                                                                         \
  LADDER_DEVICE Complex make_##Complex(Real re, Real im) { return make(re, im); }                                      \
  LADDER_DEVICE Real cuCreal##f(Complex a) { return a.x; }                                                             \
  LADDER_DEVICE Real cuCimag##f(Complex a) { return a.y; }                                                             \
  LADDER_DEVICE Complex cuConj##f(Complex a) { return make(a.x, -a.y); }                                               \
  LADDER_DEVICE Complex cuCadd##f(Complex a, Complex b) { return make(a.x + b.x, a.y + b.y); }                         \
  LADDER_DEVICE Complex cuCsub##f(Complex a, Complex b) { return make(a.x - b.x, a.y - b.y); }                         \
  LADDER_DEVICE Complex cuCmul##f(Complex a, Complex b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
  LADDER_DEVICE Complex cuCfma##f(Complex a, Complex b, Complex c) { return cuCadd##f(cuCmul##f(a, b), c); }           \
  LADDER_DEVICE Real cuCabs##f(Complex a) { return std::hypot(a.x, a.y); }                                             \
  /* Scaled, so that the squares do not overflow. */                                                                   \
  LADDER_DEVICE Complex cuCdiv##f(Complex a, Complex b) {                                                              \
    const Real scale = 1 / (std::fabs(b.x) + std::fabs(b.y));                                                          \
    const Complex top = make(a.x * scale, a.y * scale), bottom = make(b.x * scale, b.y * scale);                       \
    const Real over = 1 / (bottom.x * bottom.x + bottom.y * bottom.y);                                                 \
    return make((top.x * bottom.x + top.y * bottom.y) * over, (top.y * bottom.x - top.x * bottom.y) * over);           \
  }
LADDER_COMPLEX(cuFloatComplex, float, make_float2, f)
LADDER_COMPLEX(cuDoubleComplex, double, make_double2, )
#undef LADDER_COMPLEX

LADDER_DEVICE cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
LADDER_DEVICE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return make_cuDoubleComplex(a.x, a.y); }
LADDER_DEVICE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) {
  return make_cuFloatComplex(static_cast<float>(a.x), static_cast<float>(a.y));
}
