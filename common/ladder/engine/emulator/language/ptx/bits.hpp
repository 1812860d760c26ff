// Instructions of inline PTX that choose bits.
#pragma once

#include <algorithm>

#include "ladder/engine/emulator/language/integer_functions.hpp"
#include "ladder/engine/emulator/language/ptx/registers.hpp"

namespace ladder::ptx {

template <typename T, typename A>
LADDER_DEVICE u32 popc_(A a) {
  return static_cast<u32>(__popcll(as<T>(a)));
}
template <typename T, typename A>
LADDER_DEVICE u32 clz_(A a) {
  return static_cast<u32>(__clzll(static_cast<s64>(as<T>(a))) - 64) + 8 * sizeof(T);
}
template <typename T, typename A>
LADDER_DEVICE T brev_(A a) {
  return static_cast<T>(cuda::reverse_bits(as<T>(a), 8 * sizeof(T)));
}
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
  const u32 first = as<u32>(at) & 0xff, length = std::min(as<u32>(count) & 0xff, bits);
  if (length == 0) return 0;
  using Unsigned = std::make_unsigned_t<T>;
  const auto word = as<Unsigned>(a);
  const u32 last = std::min(first + length - 1, bits - 1);
  const bool is_negative = std::is_signed_v<T> && (word >> last & 1) != 0;
  const Unsigned below = first < bits ? word >> first : 0;
  const u32 there = first < bits ? std::min(length, bits - first) : 0;
  const Unsigned mask = there == bits ? ~Unsigned{0} : (Unsigned{1} << there) - 1;
  return static_cast<T>(is_negative ? below | ~mask : below & mask);
}

// b with the lowest `count` bits of a in it, from bit `at` on.
template <typename T, typename A, typename B, typename C, typename D>
LADDER_DEVICE T bfi_(A a, B b, C at, D count) {
  constexpr u32 bits = 8 * sizeof(T);
  const u32 first = as<u32>(at) & 0xff, length = std::min(as<u32>(count) & 0xff, bits);
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
