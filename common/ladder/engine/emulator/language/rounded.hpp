// Arithmetic and conversions that are rounded in a chosen direction. Compiled without instrumentation, and with the
// processor's own rounding: rounded.cpp.
#pragma once

#include <cstdint>

#include "ladder/engine/emulator/language/device.hpp"

namespace ladder::cuda {

enum class Rounding { nearest, toward_zero, down, up };  // nearest: of two, the even one

// T: float or double.
#define LADDER_CONST noexcept __attribute__((const))
template <typename T>
T rounded_sum(T a, T b, Rounding rounding) LADDER_CONST;
template <typename T>
T rounded_product(T a, T b, Rounding rounding) LADDER_CONST;
template <typename T>
T rounded_quotient(T a, T b, Rounding rounding) LADDER_CONST;
template <typename T>
T rounded_root(T a, Rounding rounding) LADDER_CONST;
template <typename T>
T rounded_fma(T a, T b, T c, Rounding rounding) LADDER_CONST;
float rounded_float(double number, Rounding rounding) LADDER_CONST;
float nearest_reciprocal_root(float a) LADDER_CONST;
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
