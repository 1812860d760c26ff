// CUDA's functions of whole numbers as the emulator has them, against those of the host's C++.
#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "ladder/emulator/cuda/math_functions.hpp"

namespace {

constexpr unsigned words[] = {0, 1, 2, 3, 0xff, 0x12345678, 0x00ffffff, 0x01000001, 0x7fffffff, 0x80000000, 0xffffffff};

}  // namespace

TEST_CASE("bits of a word") {
  for (const unsigned word : words) {
    for (const auto wide : {std::uint64_t{word}, std::uint64_t{word} << 32, std::uint64_t{word} << 32 | word}) {
      INFO("word " << word << ", wide " << wide);
      CHECK(__popcll(wide) == std::popcount(wide));
      CHECK(__clzll(static_cast<long long>(wide)) == std::countl_zero(wide));
      CHECK(__ffsll(static_cast<long long>(wide)) == (wide == 0 ? 0 : std::countr_zero(wide) + 1));
    }
    INFO("word " << word);
    CHECK(__popc(word) == std::popcount(word));
    CHECK(__clz(static_cast<int>(word)) == std::countl_zero(word));
    CHECK(__ffs(static_cast<int>(word)) == (word == 0 ? 0 : std::countr_zero(word) + 1));
    CHECK(std::popcount(__brev(word)) == std::popcount(word));
    CHECK(std::countl_zero(__brev(word)) == std::countr_zero(word));
    CHECK(__brev(__brev(word)) == word);
    CHECK(__float_as_uint(std::bit_cast<float>(word)) == word);
    CHECK(std::bit_cast<unsigned>(__uint_as_float(word)) == word);
    CHECK(__float_as_int(std::bit_cast<float>(word)) == static_cast<int>(word));
    CHECK(std::bit_cast<int>(__int_as_float(static_cast<int>(word))) == static_cast<int>(word));
    const auto wide = static_cast<long long>(std::uint64_t{word} << 32 | 5);
    CHECK(__double_as_longlong(std::bit_cast<double>(wide)) == wide);
    CHECK(std::bit_cast<long long>(__longlong_as_double(wide)) == wide);
    CHECK(__uint2float_rn(word) == static_cast<float>(word));
    CHECK(__int2float_rn(static_cast<int>(word)) == static_cast<float>(static_cast<int>(word)));
  }
  CHECK(__brev(0x00000001) == 0x80000000);
  CHECK(__brev(0x12345678) == 0x1e6a2c48);
}

TEST_CASE("products of whole numbers") {
  for (const unsigned a : words) {
    for (const unsigned b : words) {
      INFO(a << " and " << b);
      const auto signed_a = static_cast<int>(a), signed_b = static_cast<int>(b);
      CHECK(__umulhi(a, b) == static_cast<unsigned>(std::uint64_t{a} * b >> 32));
      CHECK(__mulhi(signed_a, signed_b) == static_cast<int>(std::int64_t{signed_a} * signed_b >> 32));
      CHECK(__umul24(a, b) == static_cast<unsigned>(std::uint64_t{a % 0x1000000} * (b % 0x1000000)));
      const auto low_24_bits = [](unsigned word) -> std::int64_t {
        const std::int64_t low = word % 0x1000000;
        return low < 0x800000 ? low : low - 0x1000000;
      };
      CHECK(__mul24(signed_a, signed_b) == static_cast<int>(low_24_bits(a) * low_24_bits(b)));
    }
  }
}

TEST_CASE("the less and the greater of two whole numbers") {
  for (const unsigned a : words) {
    for (const unsigned b : words) {
      INFO(a << " and " << b);
      const auto signed_a = static_cast<int>(a), signed_b = static_cast<int>(b);
      CHECK(min(signed_a, signed_b) == std::min(signed_a, signed_b));
      CHECK(max(signed_a, signed_b) == std::max(signed_a, signed_b));
      CHECK(min(a, b) == std::min(a, b));
      CHECK(max(a, b) == std::max(a, b));
      CHECK(umin(a, b) == std::min(a, b));
      CHECK(umax(a, b) == std::max(a, b));
      CHECK(min(a, std::uint64_t{b} << 8) == std::min(std::uint64_t{a}, std::uint64_t{b} << 8));
      CHECK(max(a, std::uint64_t{b} << 8) == std::max(std::uint64_t{a}, std::uint64_t{b} << 8));
    }
  }
}

TEST_CASE("shifts, choices and searches of bits") {
  for (const unsigned low : words) {
    for (const unsigned high : words) {
      const std::uint64_t both = std::uint64_t{high} << 32 | low;
      for (const unsigned shift : {0u, 1u, 7u, 31u, 32u, 33u, 40u, 0xffffffffu}) {
        INFO(high << ", " << low << " by " << shift);
        const unsigned wrapped = shift % 32, clamped = std::min(shift, 32u);
        CHECK(__funnelshift_l(low, high, shift) == static_cast<unsigned>(both << wrapped >> 32));
        CHECK(__funnelshift_r(low, high, shift) == static_cast<unsigned>(both >> wrapped));
        CHECK(__funnelshift_lc(low, high, shift) == static_cast<unsigned>((both << clamped) >> 32));
        CHECK(__funnelshift_rc(low, high, shift) == static_cast<unsigned>(both >> clamped));
      }
    }
    CHECK(__brevll(low) == std::uint64_t{__brev(low)} << 32);
    CHECK(__brevll(std::uint64_t{low} << 32) == __brev(low));
    unsigned ones = 0;
    for (unsigned position = 0; position < 32; ++position) {
      if ((low >> position & 1) == 0) continue;
      ++ones;
      INFO("the bit " << position << " of " << low);
      CHECK(__fns(low, 0, static_cast<int>(ones)) == position);
      CHECK(__fns(low, position, 1) == position);
      CHECK(__fns(low, position, -1) == position);
      CHECK(__fns(low, position, 0) == position);
      CHECK(__fns(low, 31, static_cast<int>(ones) - __popc(low) - 1) == position);
    }
    CHECK(__fns(low, 0, static_cast<int>(ones) + 1) == 0xffffffffu);
    CHECK(__fns(low, 31, -static_cast<int>(ones) - 1) == 0xffffffffu);
    CHECK(__fns(~low, 3, 0) == ((low >> 3 & 1) == 0 ? 3 : 0xffffffffu));
  }
  const unsigned char bytes[] = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77};
  int wrong = 0;
  for (unsigned selector = 0; selector <= 0xffff; ++selector) {
    const unsigned found = __byte_perm(0x33221100, 0x77665544, selector);
    for (unsigned nth = 0; nth < 4; ++nth) wrong += (found >> 8 * nth & 0xff) != bytes[selector >> 4 * nth & 7];
  }
  CHECK(wrong == 0);
  CHECK(__byte_perm(0x33221100, 0x77665544, 0x3210) == 0x33221100);
  CHECK(__byte_perm(0x33221100, 0x77665544, 0x7654) == 0x77665544);
  CHECK(__byte_perm(0x33221100, 0x77665544, 0x0525) == 0x00552255);
  CHECK(__byte_perm(0x33221100, 0x77665544, 0xffff89ab) == 0x00112233);  // of a digit of the selector, three bits count
}

TEST_CASE("averages, differences and sums of products") {
  for (const unsigned a : words) {
    for (const unsigned b : words) {
      INFO(a << " and " << b);
      const std::int64_t signed_a = static_cast<int>(a), signed_b = static_cast<int>(b);
      CHECK(__hadd(static_cast<int>(a), static_cast<int>(b)) == std::floor((signed_a + signed_b) / 2.0));
      CHECK(__rhadd(static_cast<int>(a), static_cast<int>(b)) == std::floor((signed_a + signed_b + 1) / 2.0));
      CHECK(__uhadd(a, b) == std::floor((1.0 * a + b) / 2));
      CHECK(__urhadd(a, b) == std::floor((1.0 * a + b + 1) / 2));
      CHECK(__sad(static_cast<int>(a), static_cast<int>(b), 5) ==
            static_cast<unsigned>(std::abs(signed_a - signed_b)) + 5);
      CHECK(__usad(a, b, 5) == static_cast<unsigned>(std::abs(std::int64_t{a} - b)) + 5);
      const auto wide_a = static_cast<long long>(std::uint64_t{a} << 33 | b), wide_b = static_cast<long long>(b);
      __extension__ typedef __int128 Wide;
      CHECK(__mul64hi(wide_a, -wide_b) == static_cast<long long>(Wide{wide_a} * -wide_b >> 64));
      CHECK(__umul64hi(std::uint64_t{a} << 32, std::uint64_t{b} << 32) == std::uint64_t{a} * b);
    }
  }
  CHECK(__dp4a(0x01020304, 0x05060708, 100) == 1 * 5 + 2 * 6 + 3 * 7 + 4 * 8 + 100);
  CHECK(__dp4a(static_cast<int>(0xff800102u), 0x02030405, 0) == -2 - 128 * 3 + 4 + 2 * 5);
  CHECK(__dp4a(0xff800102u, 0x02030405u, 0u) == 255 * 2 + 128 * 3 + 4 + 2 * 5);
  CHECK(__dp4a(char4{-1, 2, 3, 4}, char4{5, 6, 7, -8}, 1) == -5 + 12 + 21 - 32 + 1);
  CHECK(__dp4a(uchar4{255, 2, 3, 4}, uchar4{5, 6, 7, 8}, 1) == 255 * 5 + 12 + 21 + 32 + 1);
  CHECK(__dp2a_lo(static_cast<int>(0xffff0003u), 0x01020304, 10) == 3 * 4 - 3 + 10);
  CHECK(__dp2a_hi(static_cast<int>(0xffff0003u), 0x01020304, 10) == 3 * 2 - 1 + 10);
  CHECK(__dp2a_lo(0xffff0003u, 0x010203ffu, 10u) == 3 * 255 + 65535 * 3 + 10);
  CHECK(__dp2a_hi(short2{-300, 5}, char4{1, 2, 3, -4}, 0) == -900 - 20);
}

namespace {

// Of the two halves and of the four bytes, by a function of two parts.
template <typename Part, typename Operation>
unsigned by_parts(unsigned a, unsigned b, const Operation& operation) {
  unsigned result = 0;
  for (std::size_t i = 0; i < sizeof(unsigned); i += sizeof(Part)) {
    const auto of_a = static_cast<Part>(a >> 8 * i), of_b = static_cast<Part>(b >> 8 * i);
    const auto part = static_cast<Part>(operation(std::int64_t{of_a}, std::int64_t{of_b}));
    result |= static_cast<unsigned>(static_cast<std::make_unsigned_t<Part>>(part)) << 8 * i;
  }
  return result;
}
template <typename Part>
std::int64_t in_range(std::int64_t value) {
  return std::clamp<std::int64_t>(value, std::numeric_limits<Part>::min(), std::numeric_limits<Part>::max());
}

}  // namespace

TEST_CASE("the halves and the bytes of words") {
  using std::int64_t;
  for (const unsigned a : words) {
    for (const unsigned b : {0u, 0x7f80ff01u, 0x80007fffu, 0x12345678u, 0xffffffffu, a}) {
      INFO(a << " and " << b);
      const auto sum = [](int64_t x, int64_t y) { return x + y; };
      const auto difference = [](int64_t x, int64_t y) { return x - y; };
      const auto distance = [](int64_t x, int64_t y) { return std::abs(x - y); };
      const auto larger = [](int64_t x, int64_t y) { return std::max(x, y); };
      const auto smaller = [](int64_t x, int64_t y) { return std::min(x, y); };
      const auto is_larger = [](int64_t x, int64_t y) { return x > y ? -1 : 0; };
      const auto is_same = [](int64_t x, int64_t y) { return x == y ? 1 : 0; };
      CHECK(__vadd2(a, b) == by_parts<std::uint16_t>(a, b, sum));
      CHECK(__vadd4(a, b) == by_parts<std::uint8_t>(a, b, sum));
      CHECK(__vsub2(a, b) == by_parts<std::uint16_t>(a, b, difference));
      CHECK(__vsub4(a, b) == by_parts<std::uint8_t>(a, b, difference));
      CHECK(__vmaxs2(a, b) == by_parts<std::int16_t>(a, b, larger));
      CHECK(__vmaxu4(a, b) == by_parts<std::uint8_t>(a, b, larger));
      CHECK(__vmins4(a, b) == by_parts<std::int8_t>(a, b, smaller));
      CHECK(__vminu2(a, b) == by_parts<std::uint16_t>(a, b, smaller));
      CHECK(__vabsdiffu4(a, b) == by_parts<std::uint8_t>(a, b, distance));
      CHECK(__vabsdiffs2(a, b) == by_parts<std::int16_t>(a, b, distance));
      CHECK(__vcmpgts4(a, b) == by_parts<std::int8_t>(a, b, is_larger));
      CHECK(__vcmpgtu2(a, b) == by_parts<std::uint16_t>(a, b, is_larger));
      CHECK(__vseteq4(a, b) == by_parts<std::uint8_t>(a, b, is_same));
      CHECK(__vaddss2(a, b) ==
            by_parts<std::int16_t>(a, b, [](auto x, auto y) { return in_range<std::int16_t>(x + y); }));
      CHECK(__vaddus4(a, b) ==
            by_parts<std::uint8_t>(a, b, [](auto x, auto y) { return in_range<std::uint8_t>(x + y); }));
      CHECK(__vsubus2(a, b) ==
            by_parts<std::uint16_t>(a, b, [](auto x, auto y) { return in_range<std::uint16_t>(x - y); }));
      CHECK(__vsubss4(a, b) ==
            by_parts<std::int8_t>(a, b, [](auto x, auto y) { return in_range<std::int8_t>(x - y); }));
      CHECK(__vavgu4(a, b) == by_parts<std::uint8_t>(a, b, [](auto x, auto y) { return (x + y + 1) / 2; }));
      CHECK(__vhaddu2(a, b) == by_parts<std::uint16_t>(a, b, [](auto x, auto y) { return (x + y) / 2; }));
    }
    CHECK(__vneg2(a) == by_parts<std::int16_t>(a, 0, [](auto x, auto) { return -x; }));
    CHECK(__vnegss4(a) == by_parts<std::int8_t>(a, 0, [](auto x, auto) { return in_range<std::int8_t>(-x); }));
    CHECK(__vabs4(a) == by_parts<std::int8_t>(a, 0, [](auto x, auto) { return std::abs(x); }));
    CHECK(__vabsss2(a) ==
          by_parts<std::int16_t>(a, 0, [](auto x, auto) { return in_range<std::int16_t>(std::abs(x)); }));
  }
  CHECK(__vsadu4(0x01020304, 0x04030201) == 3 + 1 + 1 + 3);
  CHECK(__vsads2(0xffff0001, 0x0001ffff) == 4);
}
