// Instructions of inline PTX that compute, each under its name there and an underscore. Those that are approximate on
// the GPU are computed in full.
#pragma once

#include <cmath>

#include "ladder/emulator/cuda/integer_functions.hpp"
#include "ladder/emulator/cuda/math_functions.hpp"
#include "ladder/emulator/cuda/ptx/registers.hpp"
#include "ladder/emulator/cuda/rounded.hpp"

namespace ladder::ptx {

using cuda::Arithmetic, cuda::Rounding;
inline constexpr Rounding rn = Rounding::nearest, rz = Rounding::toward_zero, rm = Rounding::down, rp = Rounding::up;

template <typename T>
using Wide = std::conditional_t<std::is_signed_v<T>, s64, u64>;

// name_<T>(), or name_<T, rounding>(), of one or two numbers of type T.
#define LADDER_OF_ONE(name, Result, value)                  \
  template <typename T, Rounding rounding = rn, typename A> \
  LADDER_DEVICE Result name##_(A a) {                       \
    const T x = as<T>(a);                                   \
    return static_cast<Result>(value);                      \
  }
#define LADDER_OF_TWO(name, Result, value)                              \
  template <typename T, Rounding rounding = rn, typename A, typename B> \
  LADDER_DEVICE Result name##_(A a, B b) {                              \
    const T x = as<T>(a), y = as<T>(b);                                 \
    return static_cast<Result>(value);                                  \
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
LADDER_OF_TWO(mul, T, x* y)
LADDER_OF_TWO(mul_lo, T, static_cast<b64>(x) * static_cast<b64>(y))
LADDER_OF_TWO(div, T, x / y)
LADDER_OF_TWO(rem, T, x % y)
LADDER_OF_TWO(min, T, min(x, y))
LADDER_OF_TWO(max, T, max(x, y))
LADDER_OF_TWO(and, T, x& y)
LADDER_OF_TWO(or, T, x | y)
LADDER_OF_TWO(xor, T, x ^ y)
LADDER_OF_ONE(not, T, (std::is_same_v<T, pred> ? T(!x) : T(~x)))
LADDER_OF_ONE(neg, T, -x)
LADDER_OF_ONE(abs, T, x < T(0) ? -x : x)
LADDER_OF_ONE(rcp, T, 1 / x)
LADDER_OF_ONE(sqrt, T, std::sqrt(x))
LADDER_OF_ONE(rsqrt, T, 1 / std::sqrt(x))
LADDER_OF_ONE(sin, T, std::sin(x))
LADDER_OF_ONE(cos, T, std::cos(x))
LADDER_OF_ONE(lg2, T, std::log2(x))
LADDER_OF_ONE(ex2, T, std::exp2(x))
LADDER_OF_ONE(tanh, T, std::tanh(x))
LADDER_OF_ONE(sat, T, x > T(0) ? x < T(1) ? x : T(1) : T(0))
LADDER_OF_ONE(popc, u32, __popcll(x))
LADDER_OF_ONE(clz, u32, __clzll(static_cast<s64>(x)) - 64 + 8 * int{sizeof(T)})
LADDER_OF_ONE(brev, T, cuda::reverse_bits(x, 8 * sizeof(T)))
#undef LADDER_WRAPPED

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
LADDER_OF_TWO(rounded_add, T, cuda::rounded(Arithmetic::sum, rounding, x, y))
LADDER_OF_TWO(rounded_sub, T, cuda::rounded(Arithmetic::sum, rounding, x, -y))
LADDER_OF_TWO(rounded_mul, T, cuda::rounded(Arithmetic::product, rounding, x, y))
LADDER_OF_TWO(rounded_div, T, cuda::rounded(Arithmetic::quotient, rounding, x, y))
LADDER_OF_ONE(rounded_rcp, T, cuda::rounded(Arithmetic::quotient, rounding, T(1), x))
LADDER_OF_ONE(rounded_sqrt, T, cuda::rounded(Arithmetic::root, rounding, x))
template <typename T, Rounding rounding, typename A, typename B, typename C>
LADDER_DEVICE T fma_(A a, B b, C c) {
  if constexpr (std::is_floating_point_v<T>) {
    return cuda::rounded(Arithmetic::product_sum, rounding, as<T>(a), as<T>(b), as<T>(c));
  } else if constexpr (sizeof(T) == 2) {
    return __hfma(as<T>(a), as<T>(b), as<T>(c));
  } else {
    return __hfma2(as<T>(a), as<T>(b), as<T>(c));
  }
}

// Comparisons: those with a u are true where one is not a number; lo, ls, hi and hs are of numbers without a sign.
LADDER_OF_TWO(is_lt, pred, x < y)
LADDER_OF_TWO(is_le, pred, x <= y)
LADDER_OF_TWO(is_gt, pred, x > y)
LADDER_OF_TWO(is_ge, pred, x >= y)
LADDER_OF_TWO(is_lo, pred, x < y)
LADDER_OF_TWO(is_ls, pred, x <= y)
LADDER_OF_TWO(is_hi, pred, x > y)
LADDER_OF_TWO(is_hs, pred, x >= y)
LADDER_OF_TWO(is_eq, pred, x == y)
LADDER_OF_TWO(is_ne, pred, x<y || x> y)
LADDER_OF_TWO(is_ltu, pred, !(x >= y))
LADDER_OF_TWO(is_leu, pred, !(x > y))
LADDER_OF_TWO(is_gtu, pred, !(x <= y))
LADDER_OF_TWO(is_geu, pred, !(x < y))
LADDER_OF_TWO(is_equ, pred, !(x < y || x > y))
LADDER_OF_TWO(is_neu, pred, !(x == y))

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
LADDER_OF_ONE(whole, T,
              rounding == rn   ? std::nearbyint(x)
              : rounding == rz ? std::trunc(x)
              : rounding == rm ? std::floor(x)
                               : std::ceil(x))
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

// Shifts by more bits than there are leave nothing but the sign.
template <typename T, typename A, typename B>
LADDER_DEVICE T shl_(A a, B b) {
  const u32 by = as<u32>(b);
  return by < 8 * sizeof(T) ? static_cast<T>(static_cast<b64>(as<T>(a)) << by) : T(0);
}
template <typename T, typename A, typename B>
LADDER_DEVICE T shr_(A a, B b) {
  const u32 by = as<u32>(b), most = 8 * sizeof(T) - 1;
  if (by <= most) return static_cast<T>(as<T>(a) >> by);
  return std::is_signed_v<T> ? static_cast<T>(as<T>(a) >> most) : T(0);
}

// `count` bits of a, from bit `at` on, with their sign where T has one.
template <typename T, typename A, typename B, typename C>
LADDER_DEVICE T bfe_(A a, B at, C count) {
  constexpr u32 bits = 8 * sizeof(T);
  const u32 first = as<u32>(at) & 0xff, length = min(as<u32>(count) & 0xff, bits);
  if (length == 0) return 0;
  using Unsigned = std::make_unsigned_t<T>;
  const auto word = as<Unsigned>(a);
  const u32 last = min(first + length - 1, bits - 1);
  const bool is_negative = std::is_signed_v<T> && (word >> last & 1) != 0;
  const Unsigned below = first < bits ? word >> first : 0;
  const u32 there = first < bits ? min(length, bits - first) : 0;
  const Unsigned mask = there == bits ? ~Unsigned{0} : (Unsigned{1} << there) - 1;
  return static_cast<T>(is_negative ? below | ~mask : below & mask);
}

// b with the lowest `count` bits of a in it, from bit `at` on.
template <typename T, typename A, typename B, typename C, typename D>
LADDER_DEVICE T bfi_(A a, B b, C at, D count) {
  constexpr u32 bits = 8 * sizeof(T);
  const u32 first = as<u32>(at) & 0xff, length = min(as<u32>(count) & 0xff, bits);
  if (length == 0 || first >= bits) return as<T>(b);
  const T mask = static_cast<T>((length == bits ? ~T{0} : (T{1} << length) - 1) << first);
  return (as<T>(b) & ~mask) | (static_cast<T>(as<T>(a) << first) & mask);
}

// Any function of three bits, for each bit: `table` has its value for 0 0 0 to 1 1 1.
template <typename A, typename B, typename C, typename D>
LADDER_DEVICE b32 lop3_(A a, B b, C c, D table) {
  const b32 x = as<b32>(a), y = as<b32>(b), z = as<b32>(c), values = as<b32>(table);
  b32 result = 0;
  for (u32 i = 0; i < 8; ++i) {
    if ((values >> i & 1) != 0) result |= (i & 4 ? x : ~x) & (i & 2 ? y : ~y) & (i & 1 ? z : ~z);
  }
  return result;
}

// Four of the eight bytes of a and b; a digit of the selector above 7 stands for the sign of a byte.
template <typename A, typename B, typename C>
LADDER_DEVICE b32 prmt_(A a, B b, C selector) {
  const b64 bytes = static_cast<b64>(as<b32>(b)) << 32 | as<b32>(a);
  b32 result = 0;
  for (u32 i = 0; i < 4; ++i) {
    const b32 digit = as<b32>(selector) >> 4 * i, byte = static_cast<b32>(bytes >> (digit & 7) * 8) & 0xff;
    result |= ((digit & 8) == 0 ? byte : (byte & 0x80) != 0 ? 0xffu : 0u) << 8 * i;
  }
  return result;
}

}  // namespace ladder::ptx
