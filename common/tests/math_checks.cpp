// CUDA's functions of floats as the emulator has them, against those of the host's C++.
#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ladder/emulator/cuda/math_functions.hpp"

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float no_number = std::numeric_limits<float>::quiet_NaN();
constexpr std::int64_t least_int = std::numeric_limits<int>::min(), most_int = std::numeric_limits<int>::max();

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

TEST_CASE("the less and the greater of two floats") {
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
    CHECK(__float2uint_rd(x) == (x == x ? std::clamp(std::floor(static_cast<double>(x)), 0.0, 4294967295.0) : 0));
  }
  CHECK(__float2int_rn(2.5f) == 2);
  CHECK(__float2int_rn(3.5f) == 4);
  CHECK(__float2int_rd(-2.5f) == -3);
  CHECK(__float2int_ru(-2.5f) == -2);
  // What is no number, of the wider types.
  CHECK(__float2ll_rn(no_number) == std::numeric_limits<long long>::min());
  CHECK(__double2int_rn(no_number) == least_int);
  CHECK(__double2uint_rz(no_number) == 0x80000000u);
  CHECK(__double2ull_rz(no_number) == 0x8000000000000000u);
  CHECK(__float2ull_ru(2.5f) == 3);
  CHECK(__double2ll_rd(-1e300) == std::numeric_limits<long long>::min());
  CHECK(__double2ull_ru(-0.5) == 0);
}

namespace {

// Whether a result lies where the direction wants it, and is next to the exact one, of which only the sign of its
// distance from any number is known: beyond(number) is negative, 0 or positive as exact - number is.
template <typename T, typename Beyond>
bool is_rounded(T down, T up, T to_zero, T nearest, const Beyond& beyond) {
  const T next_up = std::nextafter(down, std::numeric_limits<T>::infinity());
  if (!(beyond(down) >= 0 && beyond(up) <= 0) || (down != up && up != next_up)) return false;
  if ((down == up) != (beyond(down) == 0)) return false;
  return (nearest == down || nearest == up) && to_zero == (down < 0 || up < 0 ? up : down);
}

}  // namespace

TEST_CASE("sums, products, quotients and roots are rounded in the direction that a name says") {
  using Long = long double;  // exact for sums and products of the numbers below
  const auto sign = [](Long x) { return (x > 0) - (x < 0); };
  for (const float a : {1.0f, 3.0f, -7.0f, 0.1f, 1e-3f, 16777215.0f, -123.456f}) {
    for (const float b : {1.0f, -3.0f, 0.3f, 1e-4f, 8388609.0f}) {
      INFO(a << " and " << b);
      const Long x = a, y = b;
      CHECK(is_rounded(__fadd_rd(a, b), __fadd_ru(a, b), __fadd_rz(a, b), __fadd_rn(a, b),
                       [&](float f) { return sign(x + y - f); }));
      CHECK(is_rounded(__fsub_rd(a, b), __fsub_ru(a, b), __fsub_rz(a, b), __fsub_rn(a, b),
                       [&](float f) { return sign(x - y - f); }));
      CHECK(is_rounded(__fmul_rd(a, b), __fmul_ru(a, b), __fmul_rz(a, b), __fmul_rn(a, b),
                       [&](float f) { return sign(x * y - f); }));
      CHECK(is_rounded(__fdiv_rd(a, b), __fdiv_ru(a, b), __fdiv_rz(a, b), __fdiv_rn(a, b),
                       [&](float f) { return sign(x - f * y) * sign(y); }));
      CHECK(is_rounded(__frcp_rd(b), __frcp_ru(b), __frcp_rz(b), __frcp_rn(b),
                       [&](float f) { return sign(1 - f * y) * sign(y); }));
      CHECK(is_rounded(__fmaf_rd(a, b, 0.1f), __fmaf_ru(a, b, 0.1f), __fmaf_rz(a, b, 0.1f), __fmaf_rn(a, b, 0.1f),
                       [&](float f) { return sign(x * y - f + Long{0.1f}); }));
      CHECK(is_rounded(__ddiv_rd(a, b), __ddiv_ru(a, b), __ddiv_rz(a, b), __ddiv_rn(a, b),
                       [&](double d) { return sign(-std::fma(Long{d}, y, -x)) * sign(y); }));
      CHECK(is_rounded(__dadd_rd(a, b / 1e12), __dadd_ru(a, b / 1e12), __dadd_rz(a, b / 1e12), __dadd_rn(a, b / 1e12),
                       [&](double d) { return sign((Long{a} - d) + Long{b / 1e12}); }));
    }
    if (a < 0) continue;
    INFO(a);
    CHECK(is_rounded(__fsqrt_rd(a), __fsqrt_ru(a), __fsqrt_rz(a), __fsqrt_rn(a),
                     [&](float f) { return sign(Long{a} - Long{f} * f); }));
    CHECK(is_rounded(__double2float_rd(a / 3.0), __double2float_ru(a / 3.0), __double2float_rz(a / 3.0),
                     __double2float_rn(a / 3.0), [&](float f) { return sign(a / 3.0 - f); }));
  }
  for (const int i : {0, 1, -1, 16777217, -16777219, 2147483647, -2147483647 - 1}) {
    INFO(i);
    CHECK(is_rounded(__int2float_rd(i), __int2float_ru(i), __int2float_rz(i), __int2float_rn(i),
                     [&](float f) { return sign(Long{1} * i - f); }));
  }
  for (const unsigned long long i : {0ull, 9007199254740993ull, 0xffffffffffffffffull, 0x8000000000000401ull}) {
    INFO(i);
    CHECK(is_rounded(__ull2double_rd(i), __ull2double_ru(i), __ull2double_rz(i), __ull2double_rn(i),
                     [&](double d) { return sign(Long{1} * i - d); }));
    CHECK(is_rounded(__ull2float_rd(i), __ull2float_ru(i), __ull2float_rz(i), __ull2float_rn(i),
                     [&](float f) { return sign(Long{1} * i - f); }));
  }
  for (int i = 1; i < 100000; ++i) {
    const float x = std::bit_cast<float>(static_cast<unsigned>(i) * 21474u + 5), found = __frsqrt_rn(x);
    const auto beyond = [&](float f) { return 1 / std::sqrt(static_cast<long double>(x)) - f; };
    const float other = std::nextafter(found, beyond(found) > 0 ? infinity : 0.0f);
    if (!std::isfinite(x)) break;
    if (std::fabs(beyond(found)) > std::fabs(beyond(other))) FAIL(x);
  }
  CHECK(__hiloint2double(__double2hiint(-1.25e77), __double2loint(-1.25e77)) == -1.25e77);
}

TEST_CASE("functions that C++ does not have") {
  const auto near = [](double a, double b) {
    return a == b || std::fabs(a - b) <= 4e-16 * std::fabs(b) || (std::isnan(a) && std::isnan(b));
  };
  for (double x = -3.75; x <= 3.75; x += 0.125) {
    INFO(x);
    CHECK(std::fabs(sinpi(x) - std::sin(3.14159265358979323846L * x)) < 1e-15);
    CHECK(std::fabs(cospi(x) - std::cos(3.14159265358979323846L * x)) < 1e-15);
    CHECK(near(normcdf(x), static_cast<double>(std::erfc(-x / std::sqrt(2.0L)) / 2)));
    CHECK(near(erfcx(x), static_cast<double>(std::exp(static_cast<long double>(x) * x) * std::erfc(1.0L * x))));
    CHECK(near(rcbrt(x), 1 / std::cbrt(x)));
  }
  CHECK(sinpi(1e15 + 0.5) == 1);
  CHECK(sinpi(7.0) == 0);
  CHECK(cospi(0.5) == 0);
  CHECK(std::isnan(sinpif(infinity)));
  for (const double y : {1e-300, 1e-20, 1e-5, 0.1, 0.25, 0.4999, 0.5, 0.6, 0.9, 0.999, 1 - 1e-12}) {
    INFO(y);
    CHECK(std::fabs(std::erf(static_cast<long double>(erfinv(y))) - y) <= 4e-16L * std::max(y, std::fabs(erfinv(y))));
    CHECK(erfinv(-y) == -erfinv(y));
    CHECK(std::fabs(std::log(std::erfc(static_cast<long double>(erfcinv(y))) / y)) < 1e-13L);
    CHECK(near(erfcinv(2 - y), -erfcinv(2 - (2 - y))));
    CHECK(std::fabs(normcdf(normcdfinv(y)) - y) <= 1e-12 * y);
  }
  CHECK(near(erfcx(1000.0), 5.641895835477563e-04 * (1 - 5e-7 + 7.5e-13)));
  CHECK(erfcx(-30.0) == infinity);
  CHECK(erfinvf(1) == infinity);
  CHECK(erfcinvf(0) == infinity);
  CHECK(std::isnan(erfinvf(1.5f)));
  CHECK(normcdfinvf(0.5f) == 0);
  CHECK(near(normcdfinv(0.975), 1.959963984540054));
  CHECK(near(cyl_bessel_i0(1), 1.2660658777520084));
  CHECK(near(cyl_bessel_i1(-1), -0.5651591039924851));
  CHECK(near(cyl_bessel_i0(700), std::cyl_bessel_i(0, 700.0)) == false);  // that is 1e-13 off
  CHECK(std::fabs(cyl_bessel_i0(700) / std::cyl_bessel_i(0, 700.0) - 1) < 1e-11);
  CHECK(norm3d(2, 3, 6) == 7);
  CHECK(norm3df(2e20f, 3e20f, 6e20f) == 7e20f);
  CHECK(norm4d(2, 4, 5, 6) == 9);
  CHECK(rnorm4df(2, 4, 5, 6) == 1 / 9.0f);
  CHECK(rhypot(3, 4) == 0.2);
  const float floats[] = {2, 3, 6};
  CHECK(normf(3, floats) == 7);
  CHECK(rnormf(3, floats) == 1 / 7.0f);
  CHECK(exp10(2.0f) == 100);
  CHECK(fdividef(7, 2) == 3.5f);
  float sine, cosine, whole;
  sincospif(0.5f, &sine, &cosine);
  CHECK((sine == 1 && cosine == 0));
  long double whole_of_long;
  CHECK((std::modf(2.5L, &whole_of_long) == 0.5L && whole_of_long == 2));  // as host code may
  CHECK((modff(-2.5f, &whole) == -0.5f && whole == -2));
  int exponent, quotient;
  CHECK((frexpf(12, &exponent) == 0.75f && exponent == 4));
  CHECK((std::remquo(7.0f, 2.0f, &quotient) == -1 && (quotient & 7) == 4));
}

TEST_CASE("C++'s functions are there for each type, as nvcc has them") {
  CHECK(abs(-1.5f) == 1.5f);
  CHECK(abs(-3000000000ll) == 3000000000ll);
  static_assert(std::is_same_v<decltype(sqrt(2.0f)), float>);
  static_assert(std::is_same_v<decltype(pow(2.0f, 3.0f)), float>);
  static_assert(std::is_same_v<decltype(rsqrt(2.0f)), float>);
  static_assert(std::is_same_v<decltype(max(2u, 3)), unsigned>);
  static_assert(std::is_same_v<decltype(min(2.0f, 3.0)), double>);
  CHECK(isnan(no_number));
}
