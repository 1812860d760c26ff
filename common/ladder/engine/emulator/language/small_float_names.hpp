// The functions whose names hold the type's: LADDER_SMALL_FLOAT(half, __half, __half2) declares __float2half(), ...
#pragma once

#include "ladder/engine/emulator/language/small_float2.hpp"

// To an integer type and from it.
#define LADDER_SMALL_FLOAT_ROUNDED(word, T, name, Integer, suffix, rounding) \
  inline LADDER_INLINE T __##name##2##word##suffix(Integer a) {              \
    return T::of_integer(a, ladder::cuda::Rounding::rounding);               \
  }                                                                          \
  inline LADDER_INLINE Integer __##word##2##name##suffix(T a) {              \
    return a.template integer<Integer>(ladder::cuda::Rounding::rounding);    \
  }
#define LADDER_SMALL_FLOAT_INTEGER(word, T, name, Integer)             \
  LADDER_SMALL_FLOAT_ROUNDED(word, T, name, Integer, _rn, nearest)     \
  LADDER_SMALL_FLOAT_ROUNDED(word, T, name, Integer, _rz, toward_zero) \
  LADDER_SMALL_FLOAT_ROUNDED(word, T, name, Integer, _rd, down)        \
  LADDER_SMALL_FLOAT_ROUNDED(word, T, name, Integer, _ru, up)

#define LADDER_SMALL_FLOAT(word, T, T2)                                                                          \
  inline LADDER_INLINE T __float2##word(float a) { return T(a); }                                                \
  inline LADDER_INLINE T __float2##word##_rn(float a) { return T(a); }                                           \
  inline LADDER_INLINE T __float2##word##_rz(float a) { return T::of(a, ladder::cuda::Rounding::toward_zero); }  \
  inline LADDER_INLINE T __float2##word##_rd(float a) { return T::of(a, ladder::cuda::Rounding::down); }         \
  inline LADDER_INLINE T __float2##word##_ru(float a) { return T::of(a, ladder::cuda::Rounding::up); }           \
  inline LADDER_INLINE T __double2##word(double a) { return T(a); }                                              \
  inline LADDER_INLINE float __##word##2float(T a) { return a; }                                                 \
  inline LADDER_INLINE unsigned short __##word##_as_ushort(T a) { return a.bits(); }                             \
  inline LADDER_INLINE short __##word##_as_short(T a) { return static_cast<short>(a.bits()); }                   \
  inline LADDER_INLINE T __ushort_as_##word(unsigned short bits) { return T::of_bits(bits); }                    \
  inline LADDER_INLINE T __short_as_##word(short bits) { return T::of_bits(static_cast<unsigned short>(bits)); } \
  inline LADDER_INLINE signed char __##word##2char_rz(T a) {                                                     \
    return a.template integer<signed char>(ladder::cuda::Rounding::toward_zero);                                 \
  }                                                                                                              \
  inline LADDER_INLINE unsigned char __##word##2uchar_rz(T a) {                                                  \
    return a.template integer<unsigned char>(ladder::cuda::Rounding::toward_zero);                               \
  }                                                                                                              \
  LADDER_SMALL_FLOAT_INTEGER(word, T, short, short)                                                              \
  LADDER_SMALL_FLOAT_INTEGER(word, T, ushort, unsigned short)                                                    \
  LADDER_SMALL_FLOAT_INTEGER(word, T, int, int)                                                                  \
  LADDER_SMALL_FLOAT_INTEGER(word, T, uint, unsigned)                                                            \
  LADDER_SMALL_FLOAT_INTEGER(word, T, ll, long long)                                                             \
  LADDER_SMALL_FLOAT_INTEGER(word, T, ull, unsigned long long)                                                   \
  inline LADDER_INLINE T2 make_##word##2(T x, T y) { return {x, y}; }                                            \
  inline LADDER_INLINE T2 __halves2##word##2(T x, T y) { return {x, y}; }                                        \
  inline LADDER_INLINE T2 __##word##2##word##2(T a) { return {a, a}; }                                           \
  inline LADDER_INLINE T2 __float2##word##2_rn(float a) { return {T(a), T(a)}; }                                 \
  inline LADDER_INLINE T2 __floats2##word##2_rn(float x, float y) { return {T(x), T(y)}; }                       \
  inline LADDER_INLINE T2 __float22##word##2_rn(float2 a) { return {T(a.x), T(a.y)}; }                           \
  inline LADDER_INLINE float2 __##word##22float2(T2 a) { return {a.x, a.y}; }                                    \
  inline LADDER_INLINE T __low2##word(T2 a) { return a.x; }                                                      \
  inline LADDER_INLINE T __high2##word(T2 a) { return a.y; }                                                     \
  inline LADDER_INLINE T2 __low2##word##2(T2 a) { return {a.x, a.x}; }                                           \
  inline LADDER_INLINE T2 __high2##word##2(T2 a) { return {a.y, a.y}; }                                          \
  inline LADDER_INLINE T2 __lows2##word##2(T2 a, T2 b) { return {a.x, b.x}; }                                    \
  inline LADDER_INLINE T2 __highs2##word##2(T2 a, T2 b) { return {a.y, b.y}; }
