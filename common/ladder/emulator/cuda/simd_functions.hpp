// Functions of the two halves, or the four bytes, of a word. (CUDA Math API, "SIMD Intrinsics".)
#pragma once

#include <cstdint>

#include "ladder/emulator/cuda/device.hpp"

namespace ladder::cuda {

// In the range of Part.
template <typename Part>
LADDER_DEVICE int saturated(int value) {
  constexpr int bits = 8 * sizeof(Part), least = Part(-1) < 0 ? -(1 << (bits - 1)) : 0;
  constexpr int most = least + (1 << bits) - 1;
  return value < least ? least : value > most ? most : value;
}

// A word of parts, of which each is operation(part of a, part of b).
template <typename Part, typename Operation>
LADDER_DEVICE unsigned of_parts(unsigned a, unsigned b, const Operation& operation) {
  constexpr unsigned bits = 8 * sizeof(Part), ones = (1u << bits) - 1;
  unsigned result = 0;
  for (unsigned at = 0; at < 32; at += bits) {
    const int of_a = static_cast<Part>(a >> at), of_b = static_cast<Part>(b >> at);
    result |= (static_cast<unsigned>(operation(of_a, of_b)) & ones) << at;
  }
  return result;
}
// The same, each in the range of a part.
template <typename Part, typename Operation>
LADDER_DEVICE unsigned of_saturated_parts(unsigned a, unsigned b, const Operation& operation) {
  return of_parts<Part>(a, b, [&](int x, int y) { return saturated<Part>(operation(x, y)); });
}
// The sum of such parts.
template <typename Part, typename Operation>
LADDER_DEVICE unsigned sum_of_parts(unsigned a, unsigned b, const Operation& operation) {
  unsigned sum = 0;
  for (unsigned at = 0; at < 32; at += 8 * sizeof(Part)) {
    sum += static_cast<unsigned>(operation(static_cast<Part>(a >> at), static_cast<Part>(b >> at)));
  }
  return sum;
}

}  // namespace ladder::cuda

// name2() and name4(), of parts with a sign or without one.
#define LADDER_PARTS(function, name, Half, Byte, value)                            \
  LADDER_DEVICE unsigned name##2(unsigned a, unsigned b) {                         \
    return ladder::cuda::function<Half>(a, b, [](int x, int y) { return value; }); \
  }                                                                                \
  LADDER_DEVICE unsigned name##4(unsigned a, unsigned b) {                         \
    return ladder::cuda::function<Byte>(a, b, [](int x, int y) { return value; }); \
  }
#define LADDER_SIGNED(name, value) LADDER_PARTS(of_parts, name, std::int16_t, std::int8_t, value)
#define LADDER_UNSIGNED(name, value) LADDER_PARTS(of_parts, name, std::uint16_t, std::uint8_t, value)
LADDER_UNSIGNED(__vadd, x + y)
LADDER_UNSIGNED(__vsub, x - y)
LADDER_UNSIGNED(__vavgu, (x + y + 1) >> 1)
LADDER_UNSIGNED(__vhaddu, (x + y) >> 1)
LADDER_SIGNED(__vavgs, (x + y + (x + y >= 0)) >> 1)
LADDER_UNSIGNED(__vmaxu, x > y ? x : y)
LADDER_UNSIGNED(__vminu, x < y ? x : y)
LADDER_SIGNED(__vmaxs, x > y ? x : y)
LADDER_SIGNED(__vmins, x < y ? x : y)
LADDER_UNSIGNED(__vabsdiffu, x > y ? x - y : y - x)
LADDER_SIGNED(__vabsdiffs, x > y ? x - y : y - x)
LADDER_PARTS(sum_of_parts, __vsadu, std::uint16_t, std::uint8_t, x > y ? x - y : y - x)
LADDER_PARTS(sum_of_parts, __vsads, std::int16_t, std::int8_t, x > y ? x - y : y - x)

// Whether it is so: all bits or none of a part, and 1 or 0.
#define LADDER_COMPARISON(kind, relation, sign) \
  LADDER_##kind(__vcmp##relation, x sign y ? -1 : 0) LADDER_##kind(__vset##relation, x sign y ? 1 : 0)
LADDER_COMPARISON(UNSIGNED, eq, ==)
LADDER_COMPARISON(UNSIGNED, ne, !=)
LADDER_COMPARISON(UNSIGNED, geu, >=)
LADDER_COMPARISON(UNSIGNED, gtu, >)
LADDER_COMPARISON(UNSIGNED, leu, <=)
LADDER_COMPARISON(UNSIGNED, ltu, <)
LADDER_COMPARISON(SIGNED, ges, >=)
LADDER_COMPARISON(SIGNED, gts, >)
LADDER_COMPARISON(SIGNED, les, <=)
LADDER_COMPARISON(SIGNED, lts, <)
#undef LADDER_COMPARISON
#undef LADDER_SIGNED
#undef LADDER_UNSIGNED

// Saturated: in the range of a part.
LADDER_PARTS(of_saturated_parts, __vaddss, std::int16_t, std::int8_t, x + y)
LADDER_PARTS(of_saturated_parts, __vsubss, std::int16_t, std::int8_t, x - y)
LADDER_PARTS(of_saturated_parts, __vaddus, std::uint16_t, std::uint8_t, x + y)
LADDER_PARTS(of_saturated_parts, __vsubus, std::uint16_t, std::uint8_t, x - y)
#undef LADDER_PARTS

LADDER_DEVICE unsigned __vneg2(unsigned a) { return __vsub2(0, a); }
LADDER_DEVICE unsigned __vneg4(unsigned a) { return __vsub4(0, a); }
LADDER_DEVICE unsigned __vnegss2(unsigned a) { return __vsubss2(0, a); }
LADDER_DEVICE unsigned __vnegss4(unsigned a) { return __vsubss4(0, a); }
LADDER_DEVICE unsigned __vabs2(unsigned a) { return __vabsdiffs2(a, 0); }
LADDER_DEVICE unsigned __vabs4(unsigned a) { return __vabsdiffs4(a, 0); }
LADDER_DEVICE unsigned __vabsss2(unsigned a) { return __vmaxs2(a, __vnegss2(a)); }
LADDER_DEVICE unsigned __vabsss4(unsigned a) { return __vmaxs4(a, __vnegss4(a)); }
