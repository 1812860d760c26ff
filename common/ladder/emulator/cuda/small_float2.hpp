// Pairs of floating-point numbers of 16 bits, __half2 and __nv_bfloat162, whose copies are one access of 4 bytes.
#pragma once

#include "ladder/emulator/cuda/small_float.hpp"
#include "ladder/emulator/cuda/vector_types.hpp"

namespace ladder::cuda {

// __half2_raw and __nv_bfloat162_raw.
template <typename Format>
struct alignas(4) SmallFloat2Bits {
  unsigned short x, y;
};

template <typename Format>
struct alignas(4) SmallFloat2 {
  using Part = SmallFloat<Format>;
  Part x, y;  // the low and the high half of the word

  SmallFloat2() = default;
  LADDER_INLINE SmallFloat2(Part x, Part y) : x(x), y(y) {}
  LADDER_INLINE SmallFloat2(const SmallFloat2Bits<Format>& bits) : x(Part::of_bits(bits.x)), y(Part::of_bits(bits.y)) {}
  LADDER_INLINE operator SmallFloat2Bits<Format>() const { return {x.bits(), y.bits()}; }
  LADDER_COPIED_WHOLE(SmallFloat2)

  // A function of each part: name2(a, b) is name(a.x, b.x) and name(a.y, b.y).
#define LADDER_OF_ONE(name2, name) \
  LADDER_FRIEND SmallFloat2 name2(SmallFloat2 a) { return {name(a.x), name(a.y)}; }
#define LADDER_OF_TWO(name2, name) \
  LADDER_FRIEND SmallFloat2 name2(SmallFloat2 a, SmallFloat2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
#define LADDER_ARITHMETIC(name2, name, sign)                                                    \
  LADDER_OF_TWO(name2, name)                                                                    \
  LADDER_OF_TWO(name2##_rn, name##_rn)                                                          \
  LADDER_OF_TWO(name2##_sat, name##_sat)                                                        \
  LADDER_FRIEND SmallFloat2 operator sign(SmallFloat2 a, SmallFloat2 b) { return name2(a, b); } \
  LADDER_FRIEND SmallFloat2& operator sign##=(SmallFloat2& a, SmallFloat2 b) { return a = name2(a, b); }
  LADDER_ARITHMETIC(__hadd2, __hadd, +)
  LADDER_ARITHMETIC(__hsub2, __hsub, -)
  LADDER_ARITHMETIC(__hmul2, __hmul, *)
  LADDER_ARITHMETIC(__h2div, __hdiv, /)
#undef LADDER_ARITHMETIC
  LADDER_OF_TWO(__hmax2, __hmax)
  LADDER_OF_TWO(__hmin2, __hmin)
  LADDER_OF_TWO(__hmax2_nan, __hmax_nan)
  LADDER_OF_TWO(__hmin2_nan, __hmin_nan)
#define LADDER_FMA(name2, name)                                                  \
  LADDER_FRIEND SmallFloat2 name2(SmallFloat2 a, SmallFloat2 b, SmallFloat2 c) { \
    return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                           \
  }
  LADDER_FMA(__hfma2, __hfma)
  LADDER_FMA(__hfma2_sat, __hfma_sat)
  LADDER_FMA(__hfma2_relu, __hfma_relu)
#undef LADDER_FMA
  // Of complex numbers.
  LADDER_FRIEND SmallFloat2 __hcmadd(SmallFloat2 a, SmallFloat2 b, SmallFloat2 c) {
    return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
  }
  LADDER_OF_ONE(__hneg2, __hneg)
  LADDER_OF_ONE(__habs2, __habs)
#define LADDER_FUNCTION(name, value) LADDER_OF_ONE(h2##name, h##name)
  LADDER_SMALL_FLOAT_FUNCTIONS(LADDER_FUNCTION)
#undef LADDER_FUNCTION
  LADDER_OF_ONE(__hisnan2, __hisnan)
#undef LADDER_OF_ONE
#undef LADDER_OF_TWO
  LADDER_FRIEND SmallFloat2 operator+(SmallFloat2 a) { return a; }
  LADDER_FRIEND SmallFloat2 operator-(SmallFloat2 a) { return __hneg2(a); }

  // Comparisons as 1.0 or 0.0 of each part, as all bits or none of each part, and as "true of both".
#define LADDER_COMPARISON(relation)                                                   \
  LADDER_FRIEND SmallFloat2 __h##relation##2(SmallFloat2 a, SmallFloat2 b) {          \
    return {__h##relation(a.x, b.x), __h##relation(a.y, b.y)};                        \
  }                                                                                   \
  LADDER_FRIEND unsigned __h##relation##2_mask(SmallFloat2 a, SmallFloat2 b) {        \
    return __h##relation(a.x, b.x) * 0xffffu | __h##relation(a.y, b.y) * 0xffff0000u; \
  }                                                                                   \
  LADDER_FRIEND bool __hb##relation##2(SmallFloat2 a, SmallFloat2 b) {                \
    return __h##relation(a.x, b.x) && __h##relation(a.y, b.y);                        \
  }
  LADDER_COMPARISON(eq)
  LADDER_COMPARISON(ne)
  LADDER_COMPARISON(lt)
  LADDER_COMPARISON(gt)
  LADDER_COMPARISON(le)
  LADDER_COMPARISON(ge)
  LADDER_COMPARISON(equ)
  LADDER_COMPARISON(neu)
  LADDER_COMPARISON(ltu)
  LADDER_COMPARISON(gtu)
  LADDER_COMPARISON(leu)
  LADDER_COMPARISON(geu)
#undef LADDER_COMPARISON
  LADDER_FRIEND bool operator==(SmallFloat2 a, SmallFloat2 b) { return __hbeq2(a, b); }
  LADDER_FRIEND bool operator!=(SmallFloat2 a, SmallFloat2 b) { return __hbneu2(a, b); }
  LADDER_FRIEND bool operator<(SmallFloat2 a, SmallFloat2 b) { return __hblt2(a, b); }
  LADDER_FRIEND bool operator>(SmallFloat2 a, SmallFloat2 b) { return __hbgt2(a, b); }
  LADDER_FRIEND bool operator<=(SmallFloat2 a, SmallFloat2 b) { return __hble2(a, b); }
  LADDER_FRIEND bool operator>=(SmallFloat2 a, SmallFloat2 b) { return __hbge2(a, b); }

  LADDER_FRIEND float __low2float(SmallFloat2 a) { return a.x; }
  LADDER_FRIEND float __high2float(SmallFloat2 a) { return a.y; }
  LADDER_FRIEND SmallFloat2 __lowhigh2highlow(SmallFloat2 a) { return {a.y, a.x}; }
};

}  // namespace ladder::cuda

// To an integer type and from it.
#define LADDER_SMALL_FLOAT_ROUNDED(suffix, rounding, word, Type, name, Integer) \
  inline LADDER_INLINE Type __##name##2##word##suffix(Integer a) {              \
    return Type::of_integer(a, ladder::cuda::Rounding::rounding);               \
  }                                                                             \
  inline LADDER_INLINE Integer __##word##2##name##suffix(Type a) {              \
    return a.template integer<Integer>(ladder::cuda::Rounding::rounding);       \
  }
#define LADDER_SMALL_FLOAT_INTEGER(word, Type, name, Integer) \
  LADDER_ROUNDED(LADDER_SMALL_FLOAT_ROUNDED, word, Type, name, Integer)
// From a float.
#define LADDER_SMALL_FLOAT_OF_FLOAT(suffix, rounding, word, Type) \
  inline LADDER_INLINE Type __float2##word##suffix(float a) { return Type::of(a, ladder::cuda::Rounding::rounding); }

#define LADDER_SMALL_FLOAT(word, Type, Type2)                                                                          \
  inline LADDER_INLINE Type __float2##word(float a) { return Type(a); }                                                \
  LADDER_ROUNDED(LADDER_SMALL_FLOAT_OF_FLOAT, word, Type)                                                              \
  inline LADDER_INLINE Type __double2##word(double a) { return Type(a); }                                              \
  inline LADDER_INLINE float __##word##2float(Type a) { return a; }                                                    \
  inline LADDER_INLINE unsigned short __##word##_as_ushort(Type a) { return a.bits(); }                                \
  inline LADDER_INLINE short __##word##_as_short(Type a) { return static_cast<short>(a.bits()); }                      \
  inline LADDER_INLINE Type __ushort_as_##word(unsigned short bits) { return Type::of_bits(bits); }                    \
  inline LADDER_INLINE Type __short_as_##word(short bits) { return Type::of_bits(static_cast<unsigned short>(bits)); } \
  inline LADDER_INLINE signed char __##word##2char_rz(Type a) {                                                        \
    return a.template integer<signed char>(ladder::cuda::Rounding::toward_zero);                                       \
  }                                                                                                                    \
  inline LADDER_INLINE unsigned char __##word##2uchar_rz(Type a) {                                                     \
    return a.template integer<unsigned char>(ladder::cuda::Rounding::toward_zero);                                     \
  }                                                                                                                    \
  LADDER_SMALL_FLOAT_INTEGER(word, Type, short, short)                                                                 \
  LADDER_SMALL_FLOAT_INTEGER(word, Type, ushort, unsigned short)                                                       \
  LADDER_SMALL_FLOAT_INTEGER(word, Type, int, int)                                                                     \
  LADDER_SMALL_FLOAT_INTEGER(word, Type, uint, unsigned)                                                               \
  LADDER_SMALL_FLOAT_INTEGER(word, Type, ll, long long)                                                                \
  LADDER_SMALL_FLOAT_INTEGER(word, Type, ull, unsigned long long)                                                      \
  inline LADDER_INLINE Type2 make_##word##2(Type x, Type y) { return {x, y}; }                                         \
  inline LADDER_INLINE Type2 __halves2##word##2(Type x, Type y) { return {x, y}; }                                     \
  inline LADDER_INLINE Type2 __##word##2##word##2(Type a) { return {a, a}; }                                           \
  inline LADDER_INLINE Type2 __float2##word##2_rn(float a) { return {Type(a), Type(a)}; }                              \
  inline LADDER_INLINE Type2 __floats2##word##2_rn(float x, float y) { return {Type(x), Type(y)}; }                    \
  inline LADDER_INLINE Type2 __float22##word##2_rn(float2 a) { return {Type(a.x), Type(a.y)}; }                        \
  inline LADDER_INLINE float2 __##word##22float2(Type2 a) { return {a.x, a.y}; }                                       \
  inline LADDER_INLINE Type __low2##word(Type2 a) { return a.x; }                                                      \
  inline LADDER_INLINE Type __high2##word(Type2 a) { return a.y; }                                                     \
  inline LADDER_INLINE Type2 __low2##word##2(Type2 a) { return {a.x, a.x}; }                                           \
  inline LADDER_INLINE Type2 __high2##word##2(Type2 a) { return {a.y, a.y}; }                                          \
  inline LADDER_INLINE Type2 __lows2##word##2(Type2 a, Type2 b) { return {a.x, b.x}; }                                 \
  inline LADDER_INLINE Type2 __highs2##word##2(Type2 a, Type2 b) { return {a.y, b.y}; }
