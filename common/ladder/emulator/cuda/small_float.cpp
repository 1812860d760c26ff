// The numbers behind __half and __nv_bfloat16. Compiled without instrumentation, out of the kernels' sight.
#include "ladder/emulator/cuda/small_float.hpp"

#include <algorithm>
#include <bit>

namespace ladder::cuda {
namespace {

template <typename Format>
constexpr int bias = (1 << (Format::exponent_bits - 1)) - 1;
template <typename Format>
constexpr unsigned infinity_bits = ((1u << Format::exponent_bits) - 1) << Format::mantissa_bits;
constexpr std::uint16_t sign_bit = 0x8000, not_a_number = 0x7fff;

// The bits of significand * 2^exponent.
template <typename Format>
std::uint16_t encode(std::uint64_t significand, int exponent, bool negative, Rounding rounding) {
  const std::uint16_t sign = negative ? sign_bit : 0;
  if (significand == 0) return sign;
  const bool away = rounding == (negative ? Rounding::down : Rounding::up);
  // The exponent of the result's first bit; numbers below the least normal one share its exponent.
  const int first = std::max(exponent + static_cast<int>(std::bit_width(significand)) - 1, 1 - bias<Format>);
  const int dropped = first - Format::mantissa_bits - exponent;  // bits
  std::uint64_t kept = 0;
  if (dropped <= 0) {
    kept = significand << -dropped;
  } else if (dropped > 64) {  // less than half of the least number
    kept = away;
  } else {
    const std::uint64_t half = std::uint64_t{1} << (dropped - 1), rest = significand & (2 * half - 1);
    kept = dropped == 64 ? 0 : significand >> dropped;
    if (rounding == Rounding::nearest) kept += rest > half || (rest == half && kept % 2 == 1);
    if (away) kept += rest != 0;
  }
  // The leading bit of `kept`, where the number is a normal one, adds one to the exponent; so does a carry.
  const auto exponent_field = static_cast<std::uint64_t>(first + bias<Format> - 1);
  const std::uint64_t bits = (exponent_field << Format::mantissa_bits) + kept;
  const unsigned most = infinity_bits<Format> - (rounding != Rounding::nearest && !away);
  return static_cast<std::uint16_t>(sign | std::min<std::uint64_t>(bits, most));
}

// a + b; where that is no double, the one of the two next to it whose last bit is 1. Rounding that to fewer bits gives
// what rounding the sum itself gives. (S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", IEEE Transactions on Computers 57(4), 2008.)
double sum_rounded_to_odd(double a, double b) {
  const double sum = a + b;
  const double b_in_sum = sum - a;
  const double error = (a - (sum - b_in_sum)) + (b - b_in_sum);  // exact: D. E. Knuth's TwoSum
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (!std::isfinite(sum) || error == 0 || bits % 2 == 1) return sum;
  return std::nextafter(sum, error > 0 ? INFINITY : -INFINITY);
}

}  // namespace

template <typename Format>
float number_of(std::uint16_t bits) noexcept {
  const int exponent_field = (bits & 0x7fff) >> Format::mantissa_bits;
  const int mantissa = bits & ((1 << Format::mantissa_bits) - 1);
  float magnitude = INFINITY;
  if (exponent_field == (1 << Format::exponent_bits) - 1) {
    // What is not a number keeps its bits where zeros behind them make a float of it; an H200 does that too.
    const bool keeps_bits = Format::exponent_bits == 8;
    if (mantissa != 0) return std::bit_cast<float>(keeps_bits ? std::uint32_t{bits} << 16 : 0x7fffffffu);
  } else {
    const int leading = exponent_field == 0 ? 0 : 1 << Format::mantissa_bits;
    magnitude = std::ldexp(static_cast<float>(leading + mantissa),
                           std::max(exponent_field, 1) - bias<Format> - Format::mantissa_bits);
  }
  return (bits & sign_bit) != 0 ? -magnitude : magnitude;
}

template <typename Format>
std::uint16_t bits_of(double number, Rounding rounding) noexcept {
  if (std::isnan(number)) return not_a_number;
  const bool negative = std::signbit(number);
  if (std::isinf(number)) return static_cast<std::uint16_t>(infinity_bits<Format> | (negative ? sign_bit : 0));
  int exponent = 0;
  const double fraction = std::frexp(std::fabs(number), &exponent);  // in [1/2, 1)
  return encode<Format>(static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53, negative, rounding);
}

template <typename Format>
std::uint16_t bits_of_integer(std::uint64_t magnitude, bool negative, Rounding rounding) noexcept {
  return encode<Format>(magnitude, 0, negative, rounding);
}

template <typename Format>
std::uint16_t bits_of_fma(double a, double b, double c) noexcept {
  return bits_of<Format>(sum_rounded_to_odd(a * b, c));  // the product of two has no more than 22 bits
}

#define LADDER_SMALL_FLOAT_FORMAT(Format)                                                 \
  template float number_of<Format>(std::uint16_t) noexcept;                               \
  template std::uint16_t bits_of<Format>(double, Rounding) noexcept;                      \
  template std::uint16_t bits_of_integer<Format>(std::uint64_t, bool, Rounding) noexcept; \
  template std::uint16_t bits_of_fma<Format>(double, double, double) noexcept;
LADDER_SMALL_FLOAT_FORMAT(HalfFormat)
LADDER_SMALL_FLOAT_FORMAT(Bfloat16Format)
#undef LADDER_SMALL_FLOAT_FORMAT

double larger(double a, double b) noexcept {
  if (std::isnan(a) || a == b) return std::isnan(a) || std::signbit(a) ? b : a;
  return a < b ? b : a;
}

}  // namespace ladder::cuda
