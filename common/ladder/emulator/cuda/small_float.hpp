// Floating-point numbers of 16 bits: what cuda_fp16.h and cuda_bf16.h have in common. Their names are in
// small_float2.hpp.
//
// A result is computed in double and rounded once. Two roundings, to double's 53 bits and then to p = 11 or 8, give
// what one would, since 53 >= 2p + 2 (S. A. Figueroa, "When is double rounding innocuous?", SIGNUM Newsletter 30(3),
// 1995: for sums, differences, products, quotients and square roots), and no result is too small for a double. A
// product and sum in one (fma) needs the care of small_float.cpp.
//
// What is not a number comes out as 0x7fff. All results, the exponentials and logarithms included, equal an H200's bit
// by bit: of all 65,536 values, of all floats, of 16.7 million pairs and triples each. (But an H200 keeps some of the
// bits of a double that is not a number. And nvcc may make one fma of a product and a sum, which then rounds once.)
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "ladder/emulator/cuda/rounded.hpp"
#include "ladder/emulator/cuda/special_registers.hpp"

// Not in ladder::emulator: see vector_types.hpp.
namespace ladder::cuda {

// How the 15 bits beside the sign are divided.
struct HalfFormat {
  static constexpr int exponent_bits = 5, mantissa_bits = 10;
};
struct Bfloat16Format {
  static constexpr int exponent_bits = 8, mantissa_bits = 7;
};

// Values in registers and no branch in the kernel: these are compiled without instrumentation (small_float.cpp).

// The number that the bits stand for. Every one is a float.
template <typename Format>
float number_of(std::uint16_t bits) noexcept __attribute__((const));
// The bits that stand for the number, or for one next to it.
template <typename Format>
std::uint16_t bits_of(double number, Rounding rounding = Rounding::nearest) noexcept __attribute__((const));
template <typename Format>
std::uint16_t bits_of_integer(std::uint64_t magnitude, bool negative, Rounding rounding) noexcept
    __attribute__((const));
// The bits of a * b + c, rounded once.
template <typename Format>
std::uint16_t bits_of_fma(double a, double b, double c) noexcept __attribute__((const));
// The larger one, where +0 is larger than -0. One that is not a number yields to the other.
double larger(double a, double b) noexcept __attribute__((const));

#define LADDER_INLINE __attribute__((always_inline))
#define LADDER_FRIEND __attribute__((always_inline)) friend

// Functions of a number x: row(name, value). hname() takes one, h2name() a pair of them.
#define LADDER_SMALL_FLOAT_FUNCTIONS(row)                                                                            \
  row(sqrt, std::sqrt(x)) row(rsqrt, 1 / std::sqrt(x)) row(rcp, 1 / x) row(exp, std::exp(x)) row(exp2, std::exp2(x)) \
      row(exp10, std::pow(10.0, x)) row(log, std::log(x)) row(log2, std::log2(x)) row(log10, std::log10(x))          \
          row(sin, std::sin(x)) row(cos, std::cos(x)) row(tanh, std::tanh(x)) row(tanh_approx, std::tanh(x))         \
              row(floor, std::floor(x)) row(ceil, std::ceil(x)) row(trunc, std::trunc(x)) row(rint, std::nearbyint(x))

// __half_raw and __nv_bfloat16_raw: the bits alone.
template <typename Format>
struct SmallFloatBits {
  unsigned short x;
};

template <typename Format>
class SmallFloat {
 public:
  SmallFloat() = default;
  LADDER_INLINE SmallFloat(const SmallFloatBits<Format>& bits) : bits_(bits.x) {}
  LADDER_INLINE operator SmallFloatBits<Format>() const { return {bits_}; }
  // Of any number, threadIdx.x too.
  template <typename Type, typename From = typename Number<Type>::type,
            std::enable_if_t<std::is_arithmetic_v<From>, int> = 0>
  LADDER_INLINE SmallFloat(Type number) {
    const From from = number;
    if constexpr (std::is_floating_point_v<From>) {
      bits_ = bits_of<Format>(from);
    } else {
      *this = of_integer(from);
    }
  }
  template <typename Other>
  LADDER_INLINE explicit SmallFloat(SmallFloat<Other> other) : SmallFloat(static_cast<float>(other)) {}

  LADDER_INLINE static SmallFloat of_bits(std::uint16_t bits) {
    SmallFloat result;
    result.bits_ = bits;
    return result;
  }
  LADDER_INLINE static SmallFloat of(double number, Rounding rounding = Rounding::nearest) {
    return of_bits(bits_of<Format>(number, rounding));
  }
  template <typename Integer>
  LADDER_INLINE static SmallFloat of_integer(Integer number, Rounding rounding = Rounding::nearest) {
    const bool negative = number < Integer{0};
    const auto bits = static_cast<std::uint64_t>(number);
    return of_bits(bits_of_integer<Format>(negative ? 0 - bits : bits, negative, rounding));
  }
  LADDER_INLINE std::uint16_t bits() const { return bits_; }
  template <typename Integer>
  LADDER_INLINE Integer integer(Rounding rounding) const {
    return integer_of<Integer>(static_cast<float>(*this), rounding);
  }

  LADDER_INLINE operator float() const { return number_of<Format>(bits_); }
  LADDER_INLINE operator bool() const { return (bits_ & 0x7fff) != 0; }
  template <typename Integer, std::enable_if_t<std::is_integral_v<Integer>, int> = 0>
  LADDER_INLINE operator Integer() const {
    return integer<Integer>(Rounding::toward_zero);
  }

  // Functions of CUDA's names. As friends they take whatever converts to this type, and are found by it.
#define LADDER_ARITHMETIC(name, sign)                                                                           \
  LADDER_FRIEND SmallFloat name(SmallFloat a, SmallFloat b) { return of(a.number() sign b.number()); }          \
  LADDER_FRIEND SmallFloat name##_rn(SmallFloat a, SmallFloat b) { return name(a, b); }                         \
  LADDER_FRIEND SmallFloat name##_sat(SmallFloat a, SmallFloat b) { return saturated(name(a, b)); }             \
  LADDER_FRIEND SmallFloat operator sign(SmallFloat a, SmallFloat b) { return of(a.number() sign b.number()); } \
  LADDER_FRIEND SmallFloat& operator sign##=(SmallFloat& a, SmallFloat b) { return a = a sign b; }
  LADDER_ARITHMETIC(__hadd, +)
  LADDER_ARITHMETIC(__hsub, -)
  LADDER_ARITHMETIC(__hmul, *)
  LADDER_ARITHMETIC(__hdiv, /)
#undef LADDER_ARITHMETIC
  LADDER_FRIEND SmallFloat __hfma(SmallFloat a, SmallFloat b, SmallFloat c) {
    return of_bits(bits_of_fma<Format>(a.number(), b.number(), c.number()));
  }
  LADDER_FRIEND SmallFloat __hfma_sat(SmallFloat a, SmallFloat b, SmallFloat c) { return saturated(__hfma(a, b, c)); }
  LADDER_FRIEND SmallFloat __hfma_relu(SmallFloat a, SmallFloat b, SmallFloat c) {
    return __hmax_nan(of_bits(0), __hfma(a, b, c));
  }
  LADDER_FRIEND SmallFloat __hneg(SmallFloat a) { return of(-a.number()); }
  LADDER_FRIEND SmallFloat __habs(SmallFloat a) { return of(std::fabs(a.number())); }
  LADDER_FRIEND SmallFloat operator+(SmallFloat a) { return a; }
  LADDER_FRIEND SmallFloat operator-(SmallFloat a) { return __hneg(a); }
  LADDER_FRIEND SmallFloat& operator++(SmallFloat& a) { return a += SmallFloat(1); }
  LADDER_FRIEND SmallFloat& operator--(SmallFloat& a) { return a -= SmallFloat(1); }
  LADDER_FRIEND SmallFloat operator++(SmallFloat& a, int) {
    const SmallFloat old = a;
    a = old + SmallFloat(1);
    return old;
  }
  LADDER_FRIEND SmallFloat operator--(SmallFloat& a, int) {
    const SmallFloat old = a;
    a = old - SmallFloat(1);
    return old;
  }

  // Where one is not a number: name is false, nameu ("unordered") is true.
#define LADDER_COMPARISON(name, sign, opposite)                                                        \
  LADDER_FRIEND bool name(SmallFloat a, SmallFloat b) { return a.number() sign b.number(); }           \
  LADDER_FRIEND bool name##u(SmallFloat a, SmallFloat b) { return !(a.number() opposite b.number()); } \
  LADDER_FRIEND bool operator sign(SmallFloat a, SmallFloat b) { return name(a, b); }
  LADDER_COMPARISON(__hlt, <, >=)
  LADDER_COMPARISON(__hgt, >, <=)
  LADDER_COMPARISON(__hle, <=, >)
  LADDER_COMPARISON(__hge, >=, <)
#undef LADDER_COMPARISON
  LADDER_FRIEND bool __heq(SmallFloat a, SmallFloat b) { return a.number() == b.number(); }
  LADDER_FRIEND bool __hne(SmallFloat a, SmallFloat b) { return __builtin_islessgreater(a.number(), b.number()); }
  LADDER_FRIEND bool __hequ(SmallFloat a, SmallFloat b) { return !__hne(a, b); }
  LADDER_FRIEND bool __hneu(SmallFloat a, SmallFloat b) { return !__heq(a, b); }
  LADDER_FRIEND bool operator==(SmallFloat a, SmallFloat b) { return __heq(a, b); }
  LADDER_FRIEND bool operator!=(SmallFloat a, SmallFloat b) { return __hneu(a, b); }
  LADDER_FRIEND bool __hisnan(SmallFloat a) { return !ordered(a, a); }
  LADDER_FRIEND int __hisinf(SmallFloat a) { return (a.number() == INFINITY) - (a.number() == -INFINITY); }
  LADDER_FRIEND SmallFloat __hmax(SmallFloat a, SmallFloat b) { return of(larger(a.number(), b.number())); }
  LADDER_FRIEND SmallFloat __hmin(SmallFloat a, SmallFloat b) { return of(-larger(-a.number(), -b.number())); }
  LADDER_FRIEND SmallFloat __hmax_nan(SmallFloat a, SmallFloat b) { return ordered(a, b) ? __hmax(a, b) : of(NAN); }
  LADDER_FRIEND SmallFloat __hmin_nan(SmallFloat a, SmallFloat b) { return ordered(a, b) ? __hmin(a, b) : of(NAN); }

#define LADDER_FUNCTION(name, value)               \
  LADDER_FRIEND SmallFloat h##name(SmallFloat a) { \
    const double x = a.number();                   \
    return of(value);                              \
  }
  LADDER_SMALL_FLOAT_FUNCTIONS(LADDER_FUNCTION)
#undef LADDER_FUNCTION

 private:
  LADDER_INLINE double number() const { return number_of<Format>(bits_); }
  LADDER_INLINE static bool ordered(SmallFloat a, SmallFloat b) {
    return !__builtin_isunordered(a.number(), b.number());
  }
  LADDER_INLINE static SmallFloat saturated(SmallFloat a) { return of(-larger(-1, -larger(a.number(), 0.0))); }

  std::uint16_t bits_;
};

}  // namespace ladder::cuda
