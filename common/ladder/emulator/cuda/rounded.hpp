// Arithmetic and conversions that are rounded in a chosen direction. Compiled without instrumentation, and with the
// processor's own rounding: rounded.cpp.
#pragma once

#include <cstdint>

#include "ladder/emulator/cuda/device.hpp"

namespace ladder::cuda {

enum class Rounding { nearest, toward_zero, down, up };  // nearest: of two, the even one
enum class Arithmetic { sum, product, quotient, root, product_sum };

// What the operation makes of one, two or three numbers. T: float or double.
#define LADDER_CONST noexcept __attribute__((const))
template <typename T>
T rounded(Arithmetic operation, Rounding rounding, T a, T b = 0, T c = 0) LADDER_CONST;
float rounded_float(double number, Rounding rounding) LADDER_CONST;
float nearest_reciprocal_root(float a) LADDER_CONST;
std::uint64_t bits_of_float(std::uint64_t bits) LADDER_CONST;  // returns them; what it notes, no kernel can see
// Integer: std::int64_t or std::uint64_t.
template <typename T, typename Integer>
T rounded_from(Integer number, Rounding rounding) LADDER_CONST;

// The integer of so many bits. Beyond its range, the nearest in it. What is no number is 0; but -2^(bits - 1), or as
// many without a sign, where the number is a double or the integer has 64 bits. (PTX ISA, "cvt".)
std::uint64_t integer_of(double number, Rounding rounding, int bits, bool is_signed, bool from_double) LADDER_CONST;
#undef LADDER_CONST

template <typename Integer, typename T>
LADDER_DEVICE Integer integer_of(T number, Rounding rounding) {
  return static_cast<Integer>(
      integer_of(number, rounding, 8 * sizeof(Integer), Integer(-1) < Integer(0), sizeof(T) == sizeof(double)));
}

}  // namespace ladder::cuda

// For each of the four directions.
#define LADDER_ROUNDED(each, ...)                                                                  \
  each(_rn, nearest, __VA_ARGS__) each(_rz, toward_zero, __VA_ARGS__) each(_rd, down, __VA_ARGS__) \
      each(_ru, up, __VA_ARGS__)
#define LADDER_FUNCTION(T, name, parameters, value) \
  LADDER_DEVICE T name parameters {                 \
    using namespace ladder::cuda;                   \
    return value;                                   \
  }
#define LADDER_ARITHMETIC(suffix, direction, f, fma, T)                                                        \
  LADDER_FUNCTION(T, __##f##add##suffix, (T a, T b), rounded(Arithmetic::sum, Rounding::direction, a, b))      \
  LADDER_FUNCTION(T, __##f##sub##suffix, (T a, T b), rounded(Arithmetic::sum, Rounding::direction, a, -b))     \
  LADDER_FUNCTION(T, __##f##mul##suffix, (T a, T b), rounded(Arithmetic::product, Rounding::direction, a, b))  \
  LADDER_FUNCTION(T, __##f##div##suffix, (T a, T b), rounded(Arithmetic::quotient, Rounding::direction, a, b)) \
  LADDER_FUNCTION(T, __##f##rcp##suffix, (T a), rounded(Arithmetic::quotient, Rounding::direction, T{1}, a))   \
  LADDER_FUNCTION(T, __##f##sqrt##suffix, (T a), rounded(Arithmetic::root, Rounding::direction, a))            \
  LADDER_FUNCTION(T, __##fma##suffix, (T a, T b, T c), rounded(Arithmetic::product_sum, Rounding::direction, a, b, c))
LADDER_ROUNDED(LADDER_ARITHMETIC, f, fmaf, float)
LADDER_ROUNDED(LADDER_ARITHMETIC, d, fma, double)
#undef LADDER_ARITHMETIC

#define LADDER_TO_INTEGER(suffix, direction, from, From, to, To) \
  LADDER_FUNCTION(To, __##from##2##to##suffix, (From a), integer_of<To>(a, Rounding::direction))
#define LADDER_FROM_INTEGER(suffix, direction, from, From, Wide, to, To) \
  LADDER_FUNCTION(To, __##from##2##to##suffix, (From a), rounded_from<To>(static_cast<Wide>(a), Rounding::direction))
#define LADDER_INTEGERS(name, T, Wide)                       \
  LADDER_ROUNDED(LADDER_TO_INTEGER, float, float, name, T)   \
  LADDER_ROUNDED(LADDER_TO_INTEGER, double, double, name, T) \
  LADDER_ROUNDED(LADDER_FROM_INTEGER, name, T, Wide, float, float)
LADDER_INTEGERS(int, int, std::int64_t)
LADDER_INTEGERS(uint, unsigned, std::uint64_t)
LADDER_INTEGERS(ll, long long, std::int64_t)
LADDER_INTEGERS(ull, unsigned long long, std::uint64_t)
LADDER_ROUNDED(LADDER_FROM_INTEGER, ll, long long, std::int64_t, double, double)
LADDER_ROUNDED(LADDER_FROM_INTEGER, ull, unsigned long long, std::uint64_t, double, double)
#undef LADDER_INTEGERS
#undef LADDER_FROM_INTEGER
#undef LADDER_TO_INTEGER
LADDER_DEVICE double __int2double_rn(int a) { return a; }  // exact
LADDER_DEVICE double __uint2double_rn(unsigned a) { return a; }

#define LADDER_TO_FLOAT(suffix, direction, unused) \
  LADDER_FUNCTION(float, __double2float##suffix, (double a), rounded_float(a, Rounding::direction))
LADDER_ROUNDED(LADDER_TO_FLOAT, )
#undef LADDER_TO_FLOAT
#undef LADDER_FUNCTION
LADDER_DEVICE float __frsqrt_rn(float a) { return ladder::cuda::nearest_reciprocal_root(a); }

// The same bits as another type. Of those that a kernel has taken of floats it is known what they are.
LADDER_DEVICE unsigned __float_as_uint(float x) {
  return static_cast<unsigned>(ladder::cuda::bits_of_float(ladder::cuda::same_bits<unsigned>(x)));
}
LADDER_DEVICE int __float_as_int(float x) { return static_cast<int>(__float_as_uint(x)); }
LADDER_DEVICE float __int_as_float(int x) { return ladder::cuda::same_bits<float>(x); }
LADDER_DEVICE float __uint_as_float(unsigned x) { return ladder::cuda::same_bits<float>(x); }
LADDER_DEVICE long long __double_as_longlong(double x) {
  return static_cast<long long>(ladder::cuda::bits_of_float(ladder::cuda::same_bits<std::uint64_t>(x)));
}
LADDER_DEVICE double __longlong_as_double(long long x) { return ladder::cuda::same_bits<double>(x); }
LADDER_DEVICE int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
LADDER_DEVICE int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
LADDER_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(static_cast<unsigned long long>(high) << 32) |
                              static_cast<unsigned>(low));
}
