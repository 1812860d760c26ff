// Mathematical functions that C++ does not have, in long double where that helps.
#include "ladder/emulator/cuda/special_functions.hpp"

#include <limits>
#include <numbers>

namespace ladder::cuda::special {
namespace {

using Long = long double;
constexpr Long pi = std::numbers::pi_v<Long>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// sin(pi * x + quarters * pi / 2): exact where it is 0 or 1.
double sine_of_quarters(double x, int quarters) {
  if (!std::isfinite(x)) return no_number;
  const double in_period = std::remainder(x, 2.0);  // exact
  const double nearest = std::nearbyint(2 * in_period);
  const Long rest = in_period - nearest / 2;  // exact
  switch ((static_cast<int>(nearest) + quarters) & 3) {
    case 0: return static_cast<double>(std::sin(pi * rest));
    case 1: return static_cast<double>(std::cos(pi * rest));
    case 2: return static_cast<double>(-std::sin(pi * rest));
    default: return static_cast<double>(-std::cos(pi * rest));
  }
}

// Newton's method, from x on: the next one is x - step(x).
Long newton(Long x, const auto& step) {
  for (int iteration = 0; iteration < 60; ++iteration) {
    const Long by = step(x);
    x -= by;
    if (std::fabs(by) <= 4 * std::numeric_limits<Long>::epsilon() * std::fabs(x)) break;
  }
  return x;
}

// The derivative of erf().
Long slope(Long x) { return 2 / std::sqrt(pi) * std::exp(-x * x); }

// x with erfc(x) = y, 0 < y < 1/2: on the logarithm, which is nearly a parabola.
Long inverse_of_small(Long y) {
  return newton(std::sqrt(-std::log(y)), [y](Long x) {
    const Long erfc = std::erfc(x);
    return (std::log(y) - std::log(erfc)) * erfc / slope(x);
  });
}

// x with erf(x) = y, |y| <= 1/2.
Long inverse_of_middle(Long y) {
  return newton(y * std::sqrt(pi) / 2, [y](Long x) { return (std::erf(x) - y) / slope(x); });
}

// x with erfc(x) = y, 0 < y < 2.
Long inverse_erfc(Long y) {
  return y < 0.5 ? inverse_of_small(y) : y > 1.5 ? -inverse_of_small(2 - y) : inverse_of_middle(1 - y);
}

// The series of the modified Bessel functions: its terms have one sign.
Long bessel(Long x, int order) {
  const Long quarter = x * x / 4;
  Long term = order == 0 ? 1 : x / 2, sum = term;
  for (int k = 1; term != 0 && std::fabs(term) > std::fabs(sum) * std::numeric_limits<Long>::epsilon() / 4; ++k) {
    term *= quarter / (static_cast<Long>(k) * (k + order));
    sum += term;
  }
  return sum;
}

}  // namespace

double sinpi(double x) noexcept {
  const double sine = sine_of_quarters(x, 0);
  return sine == 0 ? std::copysign(0.0, x) : sine;
}

double cospi(double x) noexcept { return sine_of_quarters(x, 1) + 0.0; }

double erfinv(double y) noexcept {
  if (!(std::fabs(y) <= 1)) return no_number;
  if (std::fabs(y) == 1) return std::copysign(infinity, y);
  if (y == 0) return y;
  if (std::fabs(y) <= 0.5) return static_cast<double>(inverse_of_middle(y));
  return std::copysign(static_cast<double>(inverse_of_small(1 - std::fabs(static_cast<Long>(y)))), y);
}

double erfcinv(double y) noexcept {
  if (!(y >= 0 && y <= 2)) return no_number;
  if (y == 0 || y == 2) return y == 0 ? infinity : -infinity;
  return static_cast<double>(inverse_erfc(y));
}

// exp(x * x) * erfc(x); where the factors leave their range, the asymptotic series.
double erfcx(double x) noexcept {
  constexpr double far = 50;
  const Long square = static_cast<Long>(x) * x;
  if (!(x > far)) return static_cast<double>(std::exp(square) * std::erfc(static_cast<Long>(x)));
  Long term = 1, sum = 1;
  for (int k = 1; k <= 8; ++k) sum += term *= -(2 * k - 1) / (2 * square);
  return static_cast<double>(sum / (x * std::sqrt(pi)));
}

double normcdf(double x) noexcept {
  return static_cast<double>(std::erfc(-static_cast<Long>(x) / std::sqrt(Long{2})) / 2);
}

double normcdfinv(double p) noexcept {
  if (!(p >= 0 && p <= 1)) return no_number;
  if (p == 0 || p == 1) return p == 0 ? -infinity : infinity;
  return static_cast<double>(-std::sqrt(Long{2}) * inverse_erfc(2 * static_cast<Long>(p))) + 0.0;
}

double cyl_bessel_i0(double x) noexcept { return std::isinf(x) ? infinity : static_cast<double>(bessel(x, 0)); }
double cyl_bessel_i1(double x) noexcept { return std::isinf(x) ? x : static_cast<double>(bessel(x, 1)); }

double root_of_squares(double a, double b, double c, double d) noexcept {
  return std::hypot(std::hypot(a, b), std::hypot(c, d));
}

}  // namespace ladder::cuda::special
