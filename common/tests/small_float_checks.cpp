// The arithmetic of cuda_fp16.h and cuda_bf16.h against an oracle: a list of all numbers of the format, searched for
// the nearest by exact comparisons. The functions were also compared with an H200's, see small_float.hpp.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

// As a kernel on the emulator would.
#include "ladder/emulator/cuda/headers/cuda_bf16.h"
#include "ladder/emulator/cuda/headers/cuda_fp16.h"
#include "ladder/verification/test_data.hpp"

using ladder::input_bits;
using ladder::cuda::Bfloat16Format;
using ladder::cuda::HalfFormat;
using ladder::cuda::Rounding;
using ladder::cuda::SmallFloat;

namespace {

__extension__ typedef __int128 Int128;
constexpr unsigned sign_bit = 0x8000, infinity_of_half = 0x7c00, infinity_of_bfloat16 = 0x7f80;

// Element i is the number of bits i. Equal steps up to the second power of two, twice as long after each later one.
// What would come after the largest stands for infinity.
template <typename Format>
std::vector<double> all_numbers() {
  const int in_a_binade = 1 << Format::mantissa_bits;
  const int least = 2 - (1 << (Format::exponent_bits - 1)) - Format::mantissa_bits;
  const unsigned infinity = Format::exponent_bits == 5 ? infinity_of_half : infinity_of_bfloat16;
  std::vector<double> numbers = {0};
  double step = std::pow(2.0, least);
  while (numbers.size() <= infinity) {
    if (numbers.size() > 2u * in_a_binade && (numbers.size() - 1) % in_a_binade == 0) step *= 2;
    numbers.push_back(numbers.back() + step);
  }
  return numbers;
}

// The bits of a number x >= 0, of which only comparisons are known: compare(m) is negative, 0 or positive as x - m is.
template <typename Compare>
unsigned nearest(const std::vector<double>& numbers, const Compare& compare, Rounding rounding = Rounding::nearest) {
  unsigned low = 0,
           high = static_cast<unsigned>(numbers.size());  // x is at least numbers[low], and below numbers[high]
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (compare(numbers[middle]) >= 0 ? low : high) = middle;
  }
  const bool exact = compare(numbers[low]) == 0;
  if (rounding == Rounding::toward_zero) return exact ? low : std::min<unsigned>(low, numbers.size() - 2);
  if (low + 1 == numbers.size() || exact) return low;
  if (rounding == Rounding::up) return low + 1;
  const auto side = compare((numbers[low] + numbers[low + 1]) / 2);
  return low + (side > 0 || (side == 0 && low % 2 == 1));
}

int sign_of(double x) { return (x > 0) - (x < 0); }

template <typename Format>
unsigned oracle(const std::vector<double>& numbers, double x, Rounding rounding = Rounding::nearest) {
  const bool negative = std::signbit(x);
  if (rounding == Rounding::up && negative) rounding = Rounding::toward_zero;
  if (rounding == Rounding::down) rounding = negative ? Rounding::up : Rounding::toward_zero;
  return nearest(
             numbers, [&](double m) { return sign_of(std::fabs(x) - m); }, rounding) |
         (negative ? sign_bit : 0);
}

// The number of values that convert to something else than the oracle's bits.
template <typename Format>
int wrong_conversions(const std::vector<double>& numbers, float x) {
  int wrong = SmallFloat<Format>(x).bits() != oracle<Format>(numbers, x);
  wrong += SmallFloat<Format>(static_cast<double>(x)).bits() != oracle<Format>(numbers, x);
  for (const Rounding rounding : {Rounding::toward_zero, Rounding::down, Rounding::up}) {
    wrong += SmallFloat<Format>::of(x, rounding).bits() != oracle<Format>(numbers, x, rounding);
  }
  return wrong;
}

template <typename Format>
void check_conversions() {
  const auto numbers = all_numbers<Format>();
  const unsigned infinity = static_cast<unsigned>(numbers.size()) - 1;
  int wrong = 0;
  for (unsigned i = 0; i < infinity; ++i) {
    for (const double sign : {1.0, -1.0}) {
      const unsigned bits = i | (sign < 0 ? sign_bit : 0);
      const float value = SmallFloat<Format>::of_bits(static_cast<std::uint16_t>(bits));
      wrong += value != sign * numbers[i] || std::signbit(value) != (sign < 0);
      wrong += SmallFloat<Format>(value).bits() != bits;
      const auto middle = static_cast<float>(sign * (numbers[i] + numbers[i + 1]) / 2);
      for (const float x :
           {middle, std::nextafter(middle, 0.0f), std::nextafter(middle, sign > 0 ? INFINITY : -INFINITY)}) {
        wrong += wrong_conversions<Format>(numbers, x);
      }
    }
  }
  for (std::size_t i = 0; i < 2000000; ++i) {
    const float x = ladder::cuda::same_bits<float>(input_bits(i));
    if (std::isfinite(x)) wrong += wrong_conversions<Format>(numbers, x);
  }
  CHECK(wrong == 0);
  for (unsigned bits = infinity; bits < sign_bit; ++bits) {
    const float value = SmallFloat<Format>::of_bits(static_cast<std::uint16_t>(bits));
    CHECK((bits == infinity ? value == INFINITY : std::isnan(value)));
  }
  CHECK(SmallFloat<Format>(INFINITY).bits() == infinity);
  CHECK(SmallFloat<Format>(-INFINITY).bits() == (infinity | sign_bit));
  CHECK(SmallFloat<Format>(-NAN).bits() == 0x7fff);
}

// Numbers from 2^-24 to 2^16, and 0: products of two and a third are whole multiples of 2^-62.
template <typename Format>
SmallFloat<Format> number(std::size_t i) {
  for (;; i += 1000003) {
    const auto x = SmallFloat<Format>::of_bits(static_cast<std::uint16_t>(input_bits(i)));
    const float magnitude = std::fabs(static_cast<float>(x));
    if (magnitude == 0 || (magnitude >= 0x1p-24f && magnitude < 0x1p16f)) return x;
  }
}

// a * b + c, exactly, in units of 2^-80.
Int128 exactly(double a, double b, double c) {
  const auto units = [](double x, int exponent) { return static_cast<Int128>(std::ldexp(x, exponent)); };
  return units(a, 31) * units(b, 31) * (1 << 18) + units(c, 80);
}

template <typename Format>
bool rounded_rightly(const std::vector<double>& numbers, SmallFloat<Format> result, Int128 exact) {
  const Int128 magnitude = exact < 0 ? -exact : exact;
  const auto compare = [&](double m) {
    if (m >= 0x1p40) return -1;
    const auto units = static_cast<Int128>(std::ldexp(m, 80));
    return (magnitude > units) - (magnitude < units);
  };
  if (exact == 0) return static_cast<float>(result) == 0;
  return result.bits() == (nearest(numbers, compare) | (exact < 0 ? sign_bit : 0));
}

template <typename Format>
void check_arithmetic() {
  const auto numbers = all_numbers<Format>();
  int wrong = 0;
  for (std::size_t i = 0; i < 300000; ++i) {
    const auto a = number<Format>(3 * i), b = number<Format>(3 * i + 1), c = number<Format>(3 * i + 2);
    const double x = static_cast<float>(a), y = static_cast<float>(b), z = static_cast<float>(c);
    wrong += !rounded_rightly(numbers, __hadd(a, b), exactly(x, 1, y));
    wrong += !rounded_rightly(numbers, a - b, exactly(x, 1, -y));
    wrong += !rounded_rightly(numbers, __hmul(a, b), exactly(x, y, 0));
    wrong += !rounded_rightly(numbers, __hfma(a, b, c), exactly(x, y, z));
    // A sum that nearly cancels, and one whose third number decides a tie.
    const SmallFloat<Format> product = -(a * b);
    if (std::fabs(static_cast<float>(product)) >= 0x1p-24f && std::fabs(static_cast<float>(product)) < 0x1p16f) {
      wrong += !rounded_rightly(numbers, __hfma(a, b, product), exactly(x, y, static_cast<float>(product)));
    }
    if (x != 0 && y != 0) {
      const auto quotient = [&](double m) { return sign_of(std::fabs(x) - m * std::fabs(y)); };
      const auto root = [&](double m) { return sign_of(std::fabs(x) - m * m); };
      wrong += (a / b).bits() != (nearest(numbers, quotient) | (x * y < 0 ? sign_bit : 0));
      wrong += hsqrt(__habs(a)).bits() != nearest(numbers, root);
    }
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("all numbers of 16 bits become floats, and floats the nearest of them") {
  check_conversions<HalfFormat>();
  check_conversions<Bfloat16Format>();
}

TEST_CASE("sums, products, quotients, roots and fma of 16 bits are rounded once") {
  check_arithmetic<HalfFormat>();
  check_arithmetic<Bfloat16Format>();
}

TEST_CASE("an fma whose sum has more bits than a double is rounded once") {
  // 387 lies between the bfloat16s 386 and 388; 2^-133 decides, 141 bits below its first.
  const __nv_bfloat16 least = __ushort_as_bfloat16(1);
  CHECK(__bfloat162float(__hfma(__nv_bfloat16(129), __nv_bfloat16(3), least)) == 388);
  CHECK(__bfloat162float(__hfma(__nv_bfloat16(129), __nv_bfloat16(3), __hneg(least))) == 386);
}

TEST_CASE("integers become the nearest number of 16 bits, and numbers of 16 bits integers in their range") {
  CHECK(__half2float(__int2half_rn(2049)) == 2048);
  CHECK(__half2float(__int2half_rn(-2051)) == -2052);
  CHECK(__half_as_ushort(__int2half_rn(65520)) == infinity_of_half);
  CHECK(__bfloat162float(__ull2bfloat16_rn((1ull << 62) + (1ull << 54))) == 0x1p62f);
  CHECK(__bfloat162float(__ull2bfloat16_rn((1ull << 62) + (1ull << 54) + 1)) == 0x1p62f + 0x1p55f);
  CHECK(__half2int_rn(__half(2.5)) == 2);
  CHECK(__half2int_rz(__half(-2.5)) == -2);
  CHECK(__half2int_rd(__half(-2.5)) == -3);
  CHECK(__half2uint_ru(__half(2.5)) == 3);
  CHECK(__half2uint_rn(__half(-2.5)) == 0);
  CHECK(__half2short_rz(__half(60000)) == 32767);
  CHECK(__half2int_rn(__half(NAN)) == 0);
  CHECK(__half2ll_rn(__half(NAN)) == INT64_MIN);
  CHECK(__bfloat162int_rz(__nv_bfloat16(1e10f)) == INT32_MAX);
  CHECK(__half2float(__int2half_rz(2049)) == 2048);
  CHECK(__half2float(__int2half_ru(2049)) == 2050);
  CHECK(__half2float(__int2half_ru(-2051)) == -2050);
  CHECK(__half2float(__ll2half_rd(-2051)) == -2052);
  CHECK(__half_as_ushort(__uint2half_rz(100000)) == infinity_of_half - 1);
  CHECK(__half_as_ushort(__ull2half_ru(100000)) == infinity_of_half);
  CHECK(__bfloat162float(__ushort2bfloat16_rd(511)) == 510);
  CHECK(__bfloat162float(__short2bfloat16_rd(-511)) == -512);
  CHECK(__half2char_rz(__half(-300)) == -128);
  CHECK(__half2char_rz(__half(-2.5)) == -2);
  CHECK(__half2uchar_rz(__half(300)) == 255);
  CHECK(__bfloat162uchar_rz(__nv_bfloat16(NAN)) == 0);
}

TEST_CASE("numbers of 16 bits as bits, complex numbers, and sums that are cut off at 0") {
  const __half_raw bits = __half(1.5f);
  CHECK(bits.x == 0x3e00);
  CHECK(__half2float(__half(__half_raw{0xc000})) == -2);
  CHECK(__bfloat162float(__nv_bfloat16(__nv_bfloat16_raw{0x4000})) == 2);
  CHECK(__half2float(__hfma_relu(__half(2), __half(3), __half(1))) == 7);
  CHECK(__half_as_ushort(__hfma_relu(__half(-2), __half(3), __half(1))) == 0);
  CHECK(__half_as_ushort(__hfma_relu(__half(NAN), __half(3), __half(1))) == 0x7fff);
  const float2 sum = __half22float2(
      __hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(10, 20)));  // (1 + 2i)(3 + 4i)
  CHECK(sum.x == 3 - 8 + 10);
  CHECK(sum.y == 4 + 6 + 20);
  CHECK(__bfloat162float(htanh_approx(__nv_bfloat16(0))) == 0);
  CHECK(__half2float(CUDART_MAX_NORMAL_FP16) == 65504);
  CHECK(__bfloat162float(CUDART_ONE_BF16) == 1);
}

TEST_CASE("comparisons, minima and pairs treat what is not a number as CUDA does") {
  const __half nan(NAN), one(1), zero(0), minus_zero(-0.0f);
  CHECK(!__heq(nan, nan));
  CHECK(!__hne(nan, nan));
  CHECK(__hneu(nan, one));
  CHECK(nan != nan);
  CHECK(!(nan < one));
  CHECK(__hltu(nan, one));
  CHECK(__half_as_ushort(__hmax(nan, one)) == 0x3c00);
  CHECK(__half_as_ushort(__hmax(minus_zero, zero)) == 0);
  CHECK(__half_as_ushort(__hmin(zero, minus_zero)) == 0x8000);
  CHECK(__half_as_ushort(__hmin_nan(nan, one)) == 0x7fff);
  const __half2 pair = __floats2half2_rn(1, 2), other = __halves2half2(one, nan);
  CHECK(__low2float(__heq2(pair, other)) == 1);
  CHECK(__high2float(__heq2(pair, other)) == 0);
  CHECK(!__hbeq2(pair, other));
  CHECK(__hlt2_mask(pair, __float2half2_rn(2)) == 0xffff);
  const float2 sum = __half22float2(pair + __lowhigh2highlow(pair) * pair);
  CHECK(sum.x == 3);
  CHECK(sum.y == 4);
}
