// CUDA's functions of whole numbers and their bits. (CUDA Math API, "Integer Intrinsics".)
#pragma once

#include <cstdint>

#include "ladder/emulator/cuda/device.hpp"
#include "ladder/emulator/cuda/vector_types.hpp"

namespace ladder::cuda {

// The position of the |nth|-th bit that is 1, from bit `base` on upwards, or downwards where nth is negative; nth = 0:
// `base`, if that is one. UINT32_MAX where there is none. (PTX ISA, "fns".)
unsigned position_of_bit(unsigned word, unsigned base, int nth) noexcept __attribute__((const));

// The lowest `count` bits in the other order.
unsigned long long reverse_bits(unsigned long long word, int count) noexcept __attribute__((const));

// The bits of `word` that `mask` chooses, side by side from bit 0 on.
unsigned pack_bits(unsigned word, unsigned mask) noexcept __attribute__((const));

// Of the bits that are 1 in `mask`, counted from the lowest one on, `count` each belong together: those that bit
// `member`, one of them, belongs to.
unsigned bits_beside(unsigned mask, unsigned member, unsigned count) noexcept __attribute__((const));

// sum + the products of `count` parts of a, from the lowest on, and of b, from byte `first` on. Small: the type of a
// byte; Part: of a part of a.
template <typename Part, typename Small, typename Sum, typename Word>
LADDER_DEVICE Sum dot_product(Word a, Word b, Sum sum, unsigned count, unsigned first) {
  auto result = static_cast<unsigned>(sum);
  for (unsigned i = 0; i < count; ++i) {
    const auto of_a = static_cast<Part>(static_cast<unsigned>(a) >> 8 * sizeof(Part) * i);
    const auto of_b = static_cast<Small>(static_cast<unsigned>(b) >> 8 * (first + i));
    result += static_cast<unsigned>(of_a) * static_cast<unsigned>(of_b);
  }
  return static_cast<Sum>(result);
}

}  // namespace ladder::cuda

LADDER_DEVICE int __popc(unsigned bits) { return __builtin_popcount(bits); }
LADDER_DEVICE int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
LADDER_DEVICE int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(static_cast<unsigned>(bits)); }
LADDER_DEVICE int __clzll(long long bits) {
  return bits == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(bits));
}
LADDER_DEVICE int __ffs(int bits) { return __builtin_ffs(bits); }
LADDER_DEVICE int __ffsll(long long bits) { return __builtin_ffsll(bits); }
LADDER_DEVICE unsigned __brev(unsigned bits) { return static_cast<unsigned>(ladder::cuda::reverse_bits(bits, 32)); }
LADDER_DEVICE unsigned long long __brevll(unsigned long long bits) { return ladder::cuda::reverse_bits(bits, 64); }
// The |offset|-th bit that is 1, from bit `base` on; 0xffffffff where there is none.
LADDER_DEVICE unsigned __fns(unsigned bits, unsigned base, int offset) {
  return ladder::cuda::position_of_bit(bits, base, offset);
}
// Four of the eight bytes of x and y.
LADDER_DEVICE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const std::uint64_t bytes = std::uint64_t{y} << 32 | x;
  const auto byte = [=](unsigned nth) {
    return static_cast<unsigned>(bytes >> (selector >> 4 * nth & 7) * 8 & 0xff) << 8 * nth;
  };
  return byte(0) | byte(1) | byte(2) | byte(3);
}

// The 32 bits of `high` and then of `low`, shifted: the upper half to the left, the lower half to the right.
LADDER_DEVICE unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{high} << 32 | low) << (shift & 31) >> 32);
}
LADDER_DEVICE unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((std::uint64_t{high} << 32 | low) >> (shift & 31));
}
LADDER_DEVICE unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32 ? __funnelshift_l(low, high, shift) : low;
}
LADDER_DEVICE unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift < 32 ? __funnelshift_r(low, high, shift) : high;
}

// The low 32 bits of the product of the low 24 bits; and the high half of a product.
LADDER_DEVICE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
LADDER_DEVICE int __mul24(int a, int b) {
  const auto low_24_bits = [](int value) { return static_cast<int>(static_cast<unsigned>(value) << 8) >> 8; };
  return static_cast<int>(static_cast<std::int64_t>(low_24_bits(a)) * low_24_bits(b));
}
LADDER_DEVICE int __mulhi(int a, int b) { return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32); }
LADDER_DEVICE unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
}
LADDER_DEVICE long long __mul64hi(long long a, long long b) {
  __extension__ typedef __int128 Wide;
  return static_cast<long long>(static_cast<Wide>(a) * b >> 64);
}
LADDER_DEVICE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<unsigned long long>(static_cast<Wide>(a) * b >> 64);
}

// Averages, rounded down or up; and |a - b| + sum.
LADDER_DEVICE int __hadd(int a, int b) { return static_cast<int>((std::int64_t{a} + b) >> 1); }
LADDER_DEVICE int __rhadd(int a, int b) { return static_cast<int>((std::int64_t{a} + b + 1) >> 1); }
LADDER_DEVICE unsigned __uhadd(unsigned a, unsigned b) { return static_cast<unsigned>((std::uint64_t{a} + b) >> 1); }
LADDER_DEVICE unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((std::uint64_t{a} + b + 1) >> 1);
}
LADDER_DEVICE unsigned __sad(int a, int b, unsigned sum) {
  return sum + (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                      : static_cast<unsigned>(b) - static_cast<unsigned>(a));
}
LADDER_DEVICE unsigned __usad(unsigned a, unsigned b, unsigned sum) { return sum + (a > b ? a - b : b - a); }

// Of words, and of vectors of their parts.
#define LADDER_DOT_PRODUCT(name, Word, Parts, Bytes, value)                               \
  LADDER_DEVICE Word name(Word a, Word b, Word sum) { return value; }                     \
  LADDER_DEVICE Word name(Parts a, Bytes b, Word sum) {                                   \
    return name(ladder::cuda::same_bits<Word>(a), ladder::cuda::same_bits<Word>(b), sum); \
  }
#define LADDER_DOT_PRODUCTS(Word, Byte, Half, Four, Two)                                                   \
  LADDER_DOT_PRODUCT(__dp4a, Word, Four, Four, (ladder::cuda::dot_product<Byte, Byte>(a, b, sum, 4, 0)))   \
  LADDER_DOT_PRODUCT(__dp2a_lo, Word, Two, Four, (ladder::cuda::dot_product<Half, Byte>(a, b, sum, 2, 0))) \
  LADDER_DOT_PRODUCT(__dp2a_hi, Word, Two, Four, (ladder::cuda::dot_product<Half, Byte>(a, b, sum, 2, 2)))
LADDER_DOT_PRODUCTS(int, std::int8_t, std::int16_t, char4, short2)
LADDER_DOT_PRODUCTS(unsigned, std::uint8_t, std::uint16_t, uchar4, ushort2)
#undef LADDER_DOT_PRODUCTS
#undef LADDER_DOT_PRODUCT
