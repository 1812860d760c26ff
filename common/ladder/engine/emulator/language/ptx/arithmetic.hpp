// Instructions of inline PTX that compute, each under its name there and an underscore. Those that are approximate on
// the GPU are computed in full.
#pragma once

#include <cmath>

#include "ladder/engine/emulator/language/integer_functions.hpp"
#include "ladder/engine/emulator/language/min_max.hpp"
#include "ladder/engine/emulator/language/ptx/registers.hpp"
#include "ladder/engine/emulator/language/rounded.hpp"

namespace ladder::ptx {

using cuda::Rounding;
inline constexpr Rounding rn = Rounding::nearest, rz = Rounding::toward_zero, rm = Rounding::down, rp = Rounding::up;

template <typename T>
using Wide = std::conditional_t<std::is_signed_v<T>, s64, u64>;

#define LADDER_OF_TWO(name, value)              \
  template <typename T, typename A, typename B> \
  LADDER_DEVICE T name##_(A a, B b) {           \
    const T x = as<T>(a), y = as<T>(b);         \
    return static_cast<T>(value);               \
  }
#define LADDER_OF_ONE(name, value)  \
  template <typename T, typename A> \
  LADDER_DEVICE T name##_(A a) {    \
    const T x = as<T>(a);           \
    return static_cast<T>(value);   \
  }
// Integers wrap, by way of the unsigned one of 64 bits.
#define LADDER_WRAPPED(name, sign)                                              \
  template <typename T, typename A, typename B>                                 \
  LADDER_DEVICE T name##_(A a, B b) {                                           \
    if constexpr (std::is_integral_v<T>) {                                      \
      return static_cast<T>(as<T>(a) + b64{0} sign static_cast<b64>(as<T>(b))); \
    } else {                                                                    \
      return as<T>(a) sign as<T>(b);                                            \
    }                                                                           \
  }
LADDER_WRAPPED(add, +)
LADDER_WRAPPED(sub, -)
LADDER_OF_TWO(mul, x* y)
LADDER_OF_TWO(div, x / y)
LADDER_OF_TWO(rem, x % y)
LADDER_OF_TWO(min, min(x, y))
LADDER_OF_TWO(max, max(x, y))
LADDER_OF_TWO(and, x& y)
LADDER_OF_TWO(or, x | y)
LADDER_OF_TWO(xor, x ^ y)
LADDER_OF_ONE(not, (std::is_same_v<T, pred> ? T(!x) : T(~x)))
LADDER_OF_ONE(neg, -x)
LADDER_OF_ONE(abs, x < T(0) ? -x : x)
LADDER_OF_ONE(rcp, 1 / x)
LADDER_OF_ONE(sqrt, std::sqrt(x))
LADDER_OF_ONE(rsqrt, 1 / std::sqrt(x))
LADDER_OF_ONE(sin, std::sin(x))
LADDER_OF_ONE(cos, std::cos(x))
LADDER_OF_ONE(lg2, std::log2(x))
LADDER_OF_ONE(ex2, std::exp2(x))
LADDER_OF_ONE(tanh, std::tanh(x))
LADDER_OF_ONE(sat, x > T(0) ? x < T(1) ? x : T(1) : T(0))
#undef LADDER_WRAPPED

template <typename T, typename A, typename B>
LADDER_DEVICE T mul_lo_(A a, B b) {
  return static_cast<T>(static_cast<b64>(as<T>(a)) * static_cast<b64>(as<T>(b)));
}
template <typename T, typename A, typename B>
LADDER_DEVICE T mul_hi_(A a, B b) {
  if constexpr (std::is_same_v<T, s64>) {
    return __mul64hi(as<T>(a), as<T>(b));
  } else if constexpr (std::is_same_v<T, u64>) {
    return __umul64hi(as<T>(a), as<T>(b));
  } else {
    return static_cast<T>(static_cast<Wide<T>>(as<T>(a)) * static_cast<Wide<T>>(as<T>(b)) >> 8 * sizeof(T));
  }
}
template <typename T, typename A, typename B>
LADDER_DEVICE auto mul_wide_(A a, B b) {
  using Result = std::conditional_t<sizeof(T) == 4, Wide<T>, std::conditional_t<std::is_signed_v<T>, s32, u32>>;
  return static_cast<Result>(static_cast<Wide<T>>(as<T>(a)) * static_cast<Wide<T>>(as<T>(b)));
}
template <typename T, typename A, typename B, typename C>
LADDER_DEVICE auto mad_wide_(A a, B b, C c) {
  const auto product = mul_wide_<T>(a, b);
  return add_<std::decay_t<decltype(product)>>(product, c);
}

// Rounded in a direction, of float or double.
#define LADDER_ROUNDED(name, value)                                \
  template <typename T, Rounding rounding, typename A, typename B> \
  LADDER_DEVICE T rounded_##name##_(A a, B b) {                    \
    const T x = as<T>(a), y = as<T>(b);                            \
    return value;                                                  \
  }
LADDER_ROUNDED(add, cuda::rounded_sum(x, y, rounding))
LADDER_ROUNDED(sub, cuda::rounded_sum(x, -y, rounding))
LADDER_ROUNDED(mul, cuda::rounded_product(x, y, rounding))
LADDER_ROUNDED(div, cuda::rounded_quotient(x, y, rounding))
#undef LADDER_ROUNDED
template <typename T, Rounding rounding, typename A>
LADDER_DEVICE T rounded_rcp_(A a) {
  return cuda::rounded_quotient(T(1), as<T>(a), rounding);
}
template <typename T, Rounding rounding, typename A>
LADDER_DEVICE T rounded_sqrt_(A a) {
  return cuda::rounded_root(as<T>(a), rounding);
}
template <typename T, Rounding rounding, typename A, typename B, typename C>
LADDER_DEVICE T fma_(A a, B b, C c) {
  if constexpr (std::is_floating_point_v<T>) {
    return cuda::rounded_fma(as<T>(a), as<T>(b), as<T>(c), rounding);
  } else if constexpr (sizeof(T) == 2) {
    return __hfma(as<T>(a), as<T>(b), as<T>(c));
  } else {
    return __hfma2(as<T>(a), as<T>(b), as<T>(c));
  }
}

// Comparisons: those with a u are true where one is not a number; lo, ls, hi and hs are of numbers without a sign.
#define LADDER_COMPARISON(name, unsigned_name, sign)                            \
  template <typename T, typename A, typename B>                                 \
  LADDER_DEVICE pred is_##name(A a, B b) {                                      \
    return as<T>(a) sign as<T>(b);                                              \
  }                                                                             \
  template <typename T, typename A, typename B>                                 \
  LADDER_DEVICE pred is_##unsigned_name(A a, B b) {                             \
    return as<T>(a) sign as<T>(b);                                              \
  }                                                                             \
  template <typename T, typename A, typename B>                                 \
  LADDER_DEVICE pred is_##name##u(A a, B b) {                                   \
    return __builtin_isunordered(as<T>(a), as<T>(b)) || as<T>(a) sign as<T>(b); \
  }
LADDER_COMPARISON(lt, lo, <)
LADDER_COMPARISON(le, ls, <=)
LADDER_COMPARISON(gt, hi, >)
LADDER_COMPARISON(ge, hs, >=)
#undef LADDER_COMPARISON
template <typename T, typename A, typename B>
LADDER_DEVICE pred is_eq(A a, B b) {
  return as<T>(a) == as<T>(b);
}
template <typename T, typename A, typename B>
LADDER_DEVICE pred is_equ(A a, B b) {
  return !(as<T>(a) < as<T>(b) || as<T>(a) > as<T>(b));
}
template <typename T, typename A, typename B>
LADDER_DEVICE pred is_ne(A a, B b) {
  return as<T>(a) < as<T>(b) || as<T>(a) > as<T>(b);
}
template <typename T, typename A, typename B>
LADDER_DEVICE pred is_neu(A a, B b) {
  return !(as<T>(a) == as<T>(b));
}

// A number as one of another type.
template <typename To, typename From, Rounding rounding, typename A>
LADDER_DEVICE To cvt_(A a) {
  const From x = as<From>(a);
  if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    return static_cast<To>(x);
  } else if constexpr (std::is_integral_v<To>) {
    if constexpr (std::is_floating_point_v<From>) {
      return cuda::integer_of<To>(x, rounding);
    } else {
      return cuda::integer_of<To>(static_cast<float>(x), rounding);
    }
  } else if constexpr (std::is_integral_v<From>) {
    if constexpr (std::is_floating_point_v<To>) {
      return cuda::rounded_from<To>(
          static_cast<std::conditional_t<std::is_signed_v<From>, std::int64_t, std::uint64_t>>(x), rounding);
    } else {
      return To::of_integer(x, rounding);
    }
  } else if constexpr (cuda::is_small_float<To>) {
    return To::of(static_cast<double>(x), rounding);
  } else if constexpr (std::is_same_v<To, f32> && std::is_same_v<From, f64>) {
    return cuda::rounded_float(x, rounding);
  } else {
    return static_cast<To>(static_cast<std::conditional_t<cuda::is_small_float<From>, f32, From>>(x));
  }
}
// The nearest whole number in a direction, of the same type.
template <typename T, Rounding rounding, typename A>
LADDER_DEVICE T whole_(A a) {
  const T x = as<T>(a);
  return rounding == rn   ? std::nearbyint(x)
         : rounding == rz ? std::trunc(x)
         : rounding == rm ? std::floor(x)
                          : std::ceil(x);
}
// The nearest integer in the range of the type.
template <typename To, typename From, typename A>
LADDER_DEVICE To saturated_(A a) {
  constexpr int bits = 8 * sizeof(To) - std::is_signed_v<To>;
  constexpr To most = static_cast<To>(~u64{0} >> (64 - bits)),
               least = std::is_signed_v<To> ? static_cast<To>(-most - 1) : 0;
  const From x = as<From>(a);
  if (x < From(0))
    return std::is_signed_v<To> && static_cast<s64>(x) > static_cast<s64>(least) ? static_cast<To>(x) : least;
  return static_cast<u64>(x) < static_cast<u64>(most) ? static_cast<To>(x) : most;
}
// Two numbers of 16 bits; the first is the high one.
template <typename Part, Rounding rounding, typename A, typename B>
LADDER_DEVICE b32 cvt_pair_(A high, B low) {
  return static_cast<b32>(Part::of(as<f32>(high), rounding).bits()) << 16 | Part::of(as<f32>(low), rounding).bits();
}

#undef LADDER_OF_ONE
#undef LADDER_OF_TWO

}  // namespace ladder::ptx
