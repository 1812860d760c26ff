#include "ladder/emulator/cuda/rounded.hpp"

#include <algorithm>
#include <cfenv>
#include <cmath>

namespace ladder::cuda {
namespace {

// compute(), with the processor rounding so. What it computes with has to be volatile: it stays between the two calls.
auto with(Rounding rounding, const auto& compute) {
  if (rounding == Rounding::nearest) return compute();
  constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  std::fesetround(modes[static_cast<int>(rounding)]);
  const auto result = compute();
  std::fesetround(FE_TONEAREST);
  return result;
}

// Once through memory: it is computed here and now.
template <typename T>
T stored(T value) {
  volatile T result = value;
  return result;
}

}  // namespace

template <typename T>
T rounded(Arithmetic operation, Rounding rounding, T a, T b, T c) noexcept {
  const volatile T x = a, y = b, z = c;
  return with(rounding, [&] {
    switch (operation) {
      case Arithmetic::sum: return stored<T>(x + y);
      case Arithmetic::product: return stored<T>(x * y);
      case Arithmetic::quotient: return stored<T>(x / y);
      case Arithmetic::root: return stored<T>(std::sqrt(x));
      default: return stored<T>(std::fma(x, y, z));
    }
  });
}

float rounded_float(double number, Rounding rounding) noexcept {
  const volatile double x = number;
  return with(rounding, [&] { return stored<float>(static_cast<float>(x)); });
}

// The double is next to 1 / sqrt(a): which of the floats beside it is nearer, the sign of mid * mid * a - 1 tells. It
// is exact, as a number of 25 bits has a square of 50.
float nearest_reciprocal_root(float a) noexcept {
  const auto found = static_cast<float>(1 / std::sqrt(static_cast<double>(a)));
  if (!std::isfinite(found) || found == 0) return found;
  for (const float away : {INFINITY, 0.0f}) {
    const float next = std::nextafter(found, away);
    const double middle = (static_cast<double>(found) + next) / 2;
    const double beyond = std::fma(middle * middle, a, -1);  // of 1 / sqrt(a)
    if (next > found ? beyond < 0 : beyond > 0) return next;
  }
  return found;
}

template <typename T, typename Integer>
T rounded_from(Integer number, Rounding rounding) noexcept {
  const volatile Integer x = number;
  return with(rounding, [&] { return stored<T>(static_cast<T>(x)); });
}

#define LADDER_OF(T)                                          \
  template T rounded(Arithmetic, Rounding, T, T, T) noexcept; \
  template T rounded_from(std::int64_t, Rounding) noexcept;   \
  template T rounded_from(std::uint64_t, Rounding) noexcept;
LADDER_OF(float)
LADDER_OF(double)
#undef LADDER_OF

std::uint64_t integer_of(double number, Rounding rounding, int bits, bool is_signed, bool from_double) noexcept {
  if (std::isnan(number)) return bits == 64 || from_double ? std::uint64_t{1} << (bits - 1) : 0;
  const double whole = rounding == Rounding::nearest       ? std::nearbyint(number)
                       : rounding == Rounding::toward_zero ? std::trunc(number)
                       : rounding == Rounding::down        ? std::floor(number)
                                                           : std::ceil(number);
  const int magnitude_bits = is_signed ? bits - 1 : bits;
  const double beyond = std::ldexp(1.0, magnitude_bits), least = is_signed ? -beyond : 0;
  if (whole >= beyond) return ~std::uint64_t{0} >> (64 - magnitude_bits);
  const double in_range = std::max(whole, least);
  return in_range < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(in_range))
                      : static_cast<std::uint64_t>(in_range);
}

}  // namespace ladder::cuda
