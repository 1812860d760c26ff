// CUDA's functions as the emulator has them, against those of the host's C++.
#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "ladder/engine/emulator/language/math_functions.hpp"

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t least_int = std::numeric_limits<int>::min(), most_int = std::numeric_limits<int>::max();

constexpr unsigned words[] = {0, 1, 2, 3, 0xff, 0x12345678, 0x00ffffff, 0x01000001, 0x7fffffff, 0x80000000, 0xffffffff};
constexpr float numbers[] = {
    0,      -0.0f,    1,         -1,       0.5f,     -0.5f, 1.5f,       2.5f,           -2.5f,         3.75f,
    100,    -87,      1e-30f,    1e-42f,   16777216, 1e9f,  2147483520, -2147483648.0f, 2147483648.0f, 3e38f,
    -1e20f, infinity, -infinity, no_number};

// To about two units in the last place.
bool agree(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) <= 2.5e-7 * std::abs(b) + 1e-44;
}

// What a GPU makes of a whole number that does not fit.
int saturated(double x) {
  return std::isnan(x)
             ? 0
             : static_cast<int>(std::clamp<double>(x, static_cast<double>(least_int), static_cast<double>(most_int)));
}

}  // namespace

TEST_CASE("bits of a word") {
  for (const unsigned word : words) {
    for (const auto wide : {std::uint64_t{word}, std::uint64_t{word} << 32, std::uint64_t{word} << 32 | word}) {
      INFO("word " << word << ", wide " << wide);
      CHECK(__popcll(wide) == std::popcount(wide));
      CHECK(__clzll(static_cast<long long>(wide)) == std::countl_zero(wide));
      CHECK(__ffsll(static_cast<long long>(wide)) == (wide == 0 ? 0 : std::countr_zero(wide) + 1));
    }
    INFO("word " << word);
    CHECK(__popc(word) == std::popcount(word));
    CHECK(__clz(static_cast<int>(word)) == std::countl_zero(word));
    CHECK(__ffs(static_cast<int>(word)) == (word == 0 ? 0 : std::countr_zero(word) + 1));
    CHECK(std::popcount(__brev(word)) == std::popcount(word));
    CHECK(std::countl_zero(__brev(word)) == std::countr_zero(word));
    CHECK(__brev(__brev(word)) == word);
    CHECK(__float_as_uint(std::bit_cast<float>(word)) == word);
    CHECK(std::bit_cast<unsigned>(__uint_as_float(word)) == word);
    CHECK(__float_as_int(std::bit_cast<float>(word)) == static_cast<int>(word));
    CHECK(std::bit_cast<int>(__int_as_float(static_cast<int>(word))) == static_cast<int>(word));
    const auto wide = static_cast<long long>(std::uint64_t{word} << 32 | 5);
    CHECK(__double_as_longlong(std::bit_cast<double>(wide)) == wide);
    CHECK(std::bit_cast<long long>(__longlong_as_double(wide)) == wide);
    CHECK(__uint2float_rn(word) == static_cast<float>(word));
    CHECK(__int2float_rn(static_cast<int>(word)) == static_cast<float>(static_cast<int>(word)));
  }
  CHECK(__brev(0x00000001) == 0x80000000);
  CHECK(__brev(0x12345678) == 0x1e6a2c48);
}

TEST_CASE("products of whole numbers") {
  for (const unsigned a : words) {
    for (const unsigned b : words) {
      INFO(a << " and " << b);
      const auto signed_a = static_cast<int>(a), signed_b = static_cast<int>(b);
      CHECK(__umulhi(a, b) == static_cast<unsigned>(std::uint64_t{a} * b >> 32));
      CHECK(__mulhi(signed_a, signed_b) == static_cast<int>(std::int64_t{signed_a} * signed_b >> 32));
      CHECK(__umul24(a, b) == static_cast<unsigned>(std::uint64_t{a % 0x1000000} * (b % 0x1000000)));
      const auto low_24_bits = [](unsigned word) -> std::int64_t {
        const std::int64_t low = word % 0x1000000;
        return low < 0x800000 ? low : low - 0x1000000;
      };
      CHECK(__mul24(signed_a, signed_b) == static_cast<int>(low_24_bits(a) * low_24_bits(b)));
    }
  }
}

TEST_CASE("the less and the greater of two") {
  for (const unsigned a : words) {
    for (const unsigned b : words) {
      INFO(a << " and " << b);
      const auto signed_a = static_cast<int>(a), signed_b = static_cast<int>(b);
      CHECK(min(signed_a, signed_b) == std::min(signed_a, signed_b));
      CHECK(max(signed_a, signed_b) == std::max(signed_a, signed_b));
      CHECK(min(a, b) == std::min(a, b));
      CHECK(max(a, b) == std::max(a, b));
      CHECK(umin(a, b) == std::min(a, b));
      CHECK(umax(a, b) == std::max(a, b));
      CHECK(min(a, std::uint64_t{b} << 8) == std::min(std::uint64_t{a}, std::uint64_t{b} << 8));
      CHECK(max(a, std::uint64_t{b} << 8) == std::max(std::uint64_t{a}, std::uint64_t{b} << 8));
    }
  }
  for (const float a : numbers) {
    for (const float b : numbers) {
      INFO(a << " and " << b);
      CHECK(agree(min(a, b), std::fmin(a, b)));
      CHECK(agree(max(a, b), std::fmax(a, b)));
      CHECK(agree(min(double{a}, double{b}), std::fmin(a, b)));
      CHECK(agree(max(double{a}, double{b}), std::fmax(a, b)));
    }
  }
}

TEST_CASE("functions of one number") {
  const struct {
    const char* name;
    float (*emulated)(float);
    double (*host)(double);
  } functions[] = {
      {"rsqrtf", rsqrtf, [](double x) { return 1 / std::sqrt(x); }},
      {"__fsqrt_rn", __fsqrt_rn, [](double x) { return std::sqrt(x); }},
      {"__frcp_rn", __frcp_rn, [](double x) { return 1 / x; }},
      {"__saturatef", __saturatef, [](double x) { return std::isnan(x) ? 0.0 : std::clamp(x, 0.0, 1.0); }},
      {"__expf", __expf, [](double x) { return std::exp(x); }},
      {"__exp10f", __exp10f, [](double x) { return std::pow(10.0, x); }},
      {"__logf", __logf, [](double x) { return std::log(x); }},
      {"__log2f", __log2f, [](double x) { return std::log2(x); }},
      {"__log10f", __log10f, [](double x) { return std::log10(x); }},
      {"__sinf", __sinf, [](double x) { return std::sin(x); }},
      {"__cosf", __cosf, [](double x) { return std::cos(x); }},
      {"__tanf", __tanf, [](double x) { return std::tan(x); }},
      {"the sine of __sincosf",
       [](float x) {
         float sine, cosine;
         __sincosf(x, &sine, &cosine);
         return sine;
       },
       [](double x) { return std::sin(x); }},
      {"the cosine of __sincosf",
       [](float x) {
         float sine, cosine;
         __sincosf(x, &sine, &cosine);
         return cosine;
       },
       [](double x) { return std::cos(x); }},
  };
  for (const auto& function : functions) {
    for (const float x : numbers) {
      INFO(function.name << " of " << x);
      CHECK(agree(function.emulated(x), static_cast<float>(function.host(x))));
    }
  }
  for (const float x : numbers) CHECK(agree(rsqrt(double{x}), 1 / std::sqrt(double{x})));
}

TEST_CASE("functions of two and three numbers") {
  for (const float a : numbers) {
    for (const float b : numbers) {
      INFO(a << " and " << b);
      CHECK(agree(__fadd_rn(a, b), a + b));
      CHECK(agree(__fmul_rn(a, b), a * b));
      CHECK(agree(__fdividef(a, b), a / b));
      CHECK(agree(__powf(a, b), std::pow(a, b)));
      for (const float c : numbers) CHECK(agree(__fmaf_rn(a, b, c), std::fma(a, b, c)));
    }
  }
  CHECK(__fmaf_rn(1 + 0x1p-12f, 1 + 0x1p-12f, -1) == 0x1p-11f + 0x1p-24f);  // rounded once
}

TEST_CASE("a float becomes an int as on the GPU: what is too large, the largest; what is no number, 0") {
  for (const float x : numbers) {
    INFO(x);
    CHECK(__float2int_rn(x) == saturated(std::nearbyint(x)));
    CHECK(__float2int_rz(x) == saturated(std::trunc(x)));
    CHECK(__float2int_rd(x) == saturated(std::floor(x)));
    CHECK(__float2int_ru(x) == saturated(std::ceil(x)));
  }
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rn(3.5f) == 4);
  CHECK(__float2int_rd(-2.5f) == -3);
  CHECK(__float2int_ru(-2.5f) == -2);
}
