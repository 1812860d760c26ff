// The formulas of docs/coalescing.md and docs/banks.md and of the lessons, evaluated: each must give what memory_model
// counts.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "ladder/problems/reduction/reference.hpp"
#include "tests/warp_pattern.hpp"

using namespace memory_model;

namespace {

int wavefronts_of_floats(auto word_of_lane) { return shared_wavefronts(floats(word_of_lane)); }

}  // namespace

// docs/coalescing.md

TEST_CASE("lanes side by side from byte a on touch floor((a + 32 b - 1) / 32) - floor(a / 32) + 1 sectors") {
  for (const int b : {1, 2, 4, 8, 16}) {
    for (int a = 0; a <= 128; a += b) {
      const auto lanes = warp(b, Access::load, [=](int lane) { return a + lane * b; });
      CHECK(global_sectors(lanes) == (a + 32 * b - 1) / 32 - a / 32 + 1);
    }
  }
}

TEST_CASE("lanes s floats apart touch 4 s sectors, up to 32") {
  for (int s = 1; s <= 40; ++s) {
    CHECK(global_sectors(floats([=](int lane) { return s * lane; })) == std::min(4 * s, 32));
  }
}

TEST_CASE("a warp of a block w wide touches max(4, 32 / w) sectors along rows, and max(4, w) along columns") {
  constexpr int length = 1024;  // of a row
  for (const int w : {1, 2, 4, 8, 16, 32}) {
    CHECK(global_sectors(floats([=](int lane) { return lane / w * length + lane % w; })) == std::max(4, 32 / w));
    CHECK(global_sectors(floats([=](int lane) { return lane % w * length + lane / w; })) == std::max(4, w));
  }
}

TEST_CASE("a float4 stored to each of w rows: half a sector, a whole one, or two") {
  constexpr int length = 1024;
  const auto stored = [](int w) {  // lane l: row l % w of the output (of every fourth), float4 number l / w in it
    return global_sectors(warp(16, Access::store, [=](int lane) { return lane % w * 4 * length * 4 + lane / w * 16; }));
  };
  CHECK(stored(32) == 32);
  CHECK(stored(16) == 16);
  CHECK(stored(8) == 16);
}

// docs/banks.md

TEST_CASE("a stride of s words conflicts gcd(s, 32) ways") {
  for (int stride = 1; stride <= 129; ++stride) {
    CHECK(wavefronts_of_floats([=](int lane) { return lane * stride; }) == std::gcd(stride, 32));
    CHECK(wavefronts_of_floats([=](int lane) { return lane * stride + 7; }) == std::gcd(stride, 32));
  }
}

TEST_CASE("the column of a swizzled tile lies in 32 banks, c XOR l") {
  for (int c = 0; c < 32; ++c) {
    CHECK(wavefronts_of_floats([=](int lane) { return 32 * lane + (c ^ lane); }) == 1);
    CHECK(wavefronts_of_floats([=](int lane) { return 32 * c + (lane ^ c); }) == 1);
  }
}

TEST_CASE("a column of doubles, s doubles apart, takes two half-warps of gcd(s, 16) wavefronts each") {
  for (int s = 1; s <= 64; ++s) {
    CHECK(shared_wavefronts(warp(8, Access::load, [=](int lane) { return 8 * s * lane; })) == 2 * std::gcd(s, 16));
  }
}

TEST_CASE("a column of float4, s float4 apart, takes four quarter-warps of gcd(s, 8) wavefronts each") {
  for (int s = 1; s <= 64; ++s) {
    CHECK(shared_wavefronts(warp(16, Access::load, [=](int lane) { return 16 * s * lane; })) == 4 * std::gcd(s, 8));
  }
}

TEST_CASE("a 16x17 tile has conflicts all the same, where a warp reads two of its columns") {
  CHECK(wavefronts_of_floats([](int lane) { return 17 * (lane % 16) + lane / 16; }) == 2);
}

TEST_CASE("a float4 unpacked into a tile of [32][33] or [32][129], 8 lanes a row: one wavefront for each float") {
  for (const int pitch : {33, 129}) {
    for (int k = 0; k < 4; ++k) {
      CHECK(wavefronts_of_floats([=](int lane) { return pitch * (lane / 8) + 4 * (lane % 8) + k; }) == 1);
    }
  }
  CHECK(wavefronts_of_floats([](int lane) { return 4 * lane; }) == 4);  // all 32 lanes in one row
}

TEST_CASE("float4 j of column c at place j XOR (c/4 mod 8): four wavefronts on the way in and on the way out") {
  const auto address = [](int c, int j) { return 16 * (16 * c + (j ^ (c / 4 % 8))); };
  for (int i = 0; i < 4; ++i) {  // lanes x = 0 .. 15 and y = 0, 1: column 4 x + i, float4 number y
    const auto in = [=](int lane) { return address(4 * (lane % 16) + i, lane / 16); };
    CHECK(shared_wavefronts(warp(16, Access::store, in)) == 4);
    const auto plain = [=](int lane) { return 16 * (16 * (4 * (lane % 16) + i) + lane / 16); };
    CHECK(shared_wavefronts(warp(16, Access::store, plain)) == 4 * 8);
  }
  for (int c = 0; c < 64; c += 2) {
    const auto out = [=](int lane) { return address(c + lane / 16, lane % 16); };
    CHECK(shared_wavefronts(warp(16, Access::load, out)) == 4);
  }
}

TEST_CASE("step 4: lane 8 r + q stores word 129 r + 4 q, in bank r + 4 q") {
  for (int r = 0; r < 4; ++r) {
    for (int q = 0; q < 8; ++q) CHECK((129 * r + 4 * q) % 32 == r + 4 * q);
  }
}

TEST_CASE("step 4: a scalar twin's lanes lie 16 bytes apart: 16 sectors for each of the four floats, or 17") {
  for (int k = 0; k < 4; ++k) {
    CHECK(global_sectors(floats([=](int lane) { return 4 * lane + k; })) == 16);
    CHECK(global_sectors(floats([=](int lane) { return 7 + 4 * lane + k; })) == (k == 0 ? 17 : 16));
  }
}

TEST_CASE("step 5: no pad of the float4 tile takes columns 4 x + i in fewer than 16 wavefronts") {
  int fewest = 32;
  for (int pad = 0; pad <= 8; ++pad) {
    const auto in = [=](int lane) { return 16 * ((16 + pad) * 4 * (lane % 16) + lane / 16); };
    fewest = std::min(fewest, shared_wavefronts(warp(16, Access::store, in)));
  }
  CHECK(fewest == 16);
}

TEST_CASE("step 6: of 2 bytes and of 1, a pad of one element leaves 2 wavefronts, a pad of one word 1") {
  for (const int bytes : {1, 2}) {
    const auto column = [=](int pad) {
      return shared_wavefronts(warp(bytes, Access::load, [=](int lane) { return (64 + pad) * bytes * lane; }));
    };
    CHECK(column(1) == 2);
    CHECK(column(4 / bytes) == 1);
    CHECK(global_sectors(warp(bytes, Access::load, [=](int lane) { return bytes * lane; })) == bytes);
  }
  for (int c = 0; c < 64; ++c)  // bytes with a pad of 2
    CHECK(shared_wavefronts(warp(1, Access::load, [=](int lane) { return 66 * lane + c; })) == (c % 4 < 2 ? 1 : 2));
}

TEST_CASE("step 6: word j of vector x goes to bank (4 x + j + y) % 32: 32 of them, both ways") {
  for (int j = 0; j < 4; ++j) {
    CHECK(wavefronts_of_floats([=](int lane) { return 65 * (4 * (lane % 8) + j) + lane / 8; }) == 1);
    CHECK(wavefronts_of_floats([=](int lane) { return 65 * (lane / 8) + 4 * (lane % 8) + j; }) == 1);
  }
}

TEST_CASE("step 6: 128 bytes from any word on are 4.875 sectors on average") {
  int sectors = 0;
  for (int word = 0; word < 8; ++word) sectors += global_sectors(floats([=](int lane) { return word + lane; }));
  CHECK(sectors == 39);  // of 8 * 4.875
}

TEST_CASE("step 5: scalars take 2 wavefronts, into rows of 65 words and out of their columns") {
  for (int k = 0; k < 4; ++k) {
    CHECK(wavefronts_of_floats([=](int lane) { return 65 * (lane / 16) + 4 * (lane % 16) + k; }) == 2);
    CHECK(wavefronts_of_floats([=](int lane) { return 65 * (4 * (lane % 16) + k) + lane / 16; }) == 2);
  }
}

TEST_CASE("step 5: row c, from element (-c rows) mod 8 on, is 4 sectors a warp; unshifted 5 in 7 rows of 8") {
  for (const unsigned rows : {1023u, 8191u}) {
    int unshifted = 0;
    for (unsigned c = 0; c < 8; ++c) {
      const int start = static_cast<int>(c * rows), skip = static_cast<int>((0 - c * rows) % 8);
      CHECK(global_sectors(floats([=](int lane) { return start + 64 + skip + lane; })) == 4);
      unshifted += global_sectors(floats([=](int lane) { return start + 64 + lane; }));
    }
    CHECK(unshifted == 7 * 5 + 4);
  }
}

TEST_CASE("a broadcast costs one wavefront, and every further word of a bank one more") {
  CHECK(wavefronts_of_floats([](int) { return 5; }) == 1);
  for (const int words : {1, 2, 4, 8, 16, 32}) {
    CHECK(wavefronts_of_floats([=](int lane) { return 32 * (lane % words); }) == words);
  }
}

TEST_CASE("wide loads of paired lanes are served in groups twice as large") {
  const auto pairs = [](int lane) { return 8 * (lane / 2); };
  CHECK(shared_wavefronts(warp(8, Access::load, pairs)) == 1);
  CHECK(shared_wavefronts(warp(8, Access::store, pairs)) == 2);
  const auto across = [](int lane) { return 16 * (lane & ~2); };
  CHECK(shared_wavefronts(warp(16, Access::load, across)) == 4);
  auto agreeing = warp(8, Access::load, [](int lane) { return 8 * lane; });
  agreeing.active = 0x55555555u;  // no active lane has an active partner: they agree
  CHECK(shared_wavefronts(agreeing) == 2);
}

TEST_CASE("a sum with stride d: lane l reads word 2 d l, 2 d ways while all 32 lanes are active") {
  for (int d = 1; d <= 16; d *= 2) {
    CHECK(wavefronts_of_floats([=](int lane) { return 2 * d * lane; }) == 2 * d);
  }
}

// reduction/README.md

TEST_CASE("the last of 200 elements is 0.067 % of their sum, and 1,400 times the bound on rounding errors") {
  const auto element = [](std::size_t i) -> double {
    return ladder::reduction::element(ladder::reduction::Data::fractions, i);
  };
  double sum = 0;
  for (std::size_t i = 0; i < 200; ++i) sum += element(i);
  constexpr double levels = 8, half_a_last_bit = 0x1p-24;
  CHECK(std::lround(element(199) / sum * 1e5) == 67);
  CHECK(std::lround(element(199) / (levels * half_a_last_bit * sum) / 100) == 14);
}
