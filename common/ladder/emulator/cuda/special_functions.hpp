// CUDA's mathematical functions that C++ does not have. (CUDA Math API, "Single Precision Mathematical Functions" and
// "Double Precision Mathematical Functions".)
#pragma once

#include <cmath>

#include "ladder/emulator/cuda/device.hpp"

// In double, without instrumentation: special_functions.cpp. A float is rounded from that.
namespace ladder::cuda::special {

#define LADDER_CONST noexcept __attribute__((const))
double sinpi(double x) LADDER_CONST;
double cospi(double x) LADDER_CONST;
double erfinv(double y) LADDER_CONST;
double erfcinv(double y) LADDER_CONST;
double erfcx(double x) LADDER_CONST;
double normcdf(double x) LADDER_CONST;
double normcdfinv(double p) LADDER_CONST;
double cyl_bessel_i0(double x) LADDER_CONST;
double cyl_bessel_i1(double x) LADDER_CONST;
double root_of_squares(double a, double b, double c, double d) LADDER_CONST;
#undef LADDER_CONST

LADDER_DEVICE double rcbrt(double x) { return 1 / std::cbrt(x); }
LADDER_DEVICE double rsqrt(double x) { return 1 / std::sqrt(x); }
LADDER_DEVICE double rhypot(double x, double y) { return 1 / std::hypot(x, y); }
LADDER_DEVICE double norm3d(double a, double b, double c) { return root_of_squares(a, b, c, 0); }
LADDER_DEVICE double norm4d(double a, double b, double c, double d) { return root_of_squares(a, b, c, d); }
LADDER_DEVICE double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
LADDER_DEVICE double rnorm4d(double a, double b, double c, double d) { return 1 / norm4d(a, b, c, d); }

}  // namespace ladder::cuda::special

// name(double) and namef(float); some are there as name(float), too.
#define LADDER_SPECIAL(name, parameters, arguments)                                              \
  LADDER_DEVICE double name parameters(double) { return ladder::cuda::special::name arguments; } \
  LADDER_DEVICE float name##f parameters(float) { return static_cast<float>(ladder::cuda::special::name arguments); }
#define LADDER_ONE(T) (T x)
#define LADDER_TWO(T) (T x, T y)
#define LADDER_THREE(T) (T x, T y, T z)
#define LADDER_FOUR(T) (T x, T y, T z, T w)
#define LADDER_OF_BOTH(name)            \
  LADDER_SPECIAL(name, LADDER_ONE, (x)) \
  LADDER_DEVICE float name(float x) { return name##f(x); }
LADDER_OF_BOTH(sinpi)
LADDER_OF_BOTH(cospi)
LADDER_OF_BOTH(erfinv)
LADDER_OF_BOTH(erfcinv)
LADDER_OF_BOTH(erfcx)
LADDER_OF_BOTH(normcdf)
LADDER_OF_BOTH(normcdfinv)
LADDER_OF_BOTH(rsqrt)
LADDER_OF_BOTH(rcbrt)
LADDER_SPECIAL(cyl_bessel_i0, LADDER_ONE, (x))
LADDER_SPECIAL(cyl_bessel_i1, LADDER_ONE, (x))
LADDER_SPECIAL(rhypot, LADDER_TWO, (x, y))
LADDER_SPECIAL(norm3d, LADDER_THREE, (x, y, z))
LADDER_SPECIAL(norm4d, LADDER_FOUR, (x, y, z, w))
LADDER_SPECIAL(rnorm3d, LADDER_THREE, (x, y, z))
LADDER_SPECIAL(rnorm4d, LADDER_FOUR, (x, y, z, w))
#undef LADDER_OF_BOTH
#undef LADDER_SPECIAL
#undef LADDER_ONE
#undef LADDER_TWO
#undef LADDER_THREE
#undef LADDER_FOUR
LADDER_DEVICE float exp10(float x) { return static_cast<float>(std::pow(10.0, static_cast<double>(x))); }

LADDER_DEVICE double norm(int count, const double* numbers) {
  double result = 0;
  for (int i = 0; i < count; ++i) result = std::hypot(result, numbers[i]);
  return result;
}
LADDER_DEVICE float normf(int count, const float* numbers) {
  double squares = 0;
  for (int i = 0; i < count; ++i) squares += static_cast<double>(numbers[i]) * numbers[i];
  return static_cast<float>(std::sqrt(squares));
}
LADDER_DEVICE double rnorm(int count, const double* numbers) { return 1 / norm(count, numbers); }
LADDER_DEVICE float rnormf(int count, const float* numbers) { return 1 / normf(count, numbers); }
