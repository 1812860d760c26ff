#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "memory_model.hpp"

using namespace memory_model;

namespace {

// The rules of memory_model.hpp once more, as literally as they are written there and as slowly as that is.
int sectors_by_the_book(const WarpAccess& access) {
  std::set<std::uint64_t> sectors;
  for (int lane = 0; lane < 32; ++lane) {
    if ((access.active >> lane & 1u) == 0) continue;
    for (int byte = 0; byte < access.bytes; ++byte) sectors.insert((access.address[lane] + byte) / 32);
  }
  return static_cast<int>(sectors.size());
}

bool partners_agree(const WarpAccess& access, int distance) {
  bool agree = true;
  for (int lane = 0; lane < 32; ++lane) {
    const bool both = (access.active >> lane & 1u) != 0 && (access.active >> (lane ^ distance) & 1u) != 0;
    agree = agree && (!both || access.address[lane] == access.address[lane ^ distance]);
  }
  return agree;
}

int wavefronts_by_the_book(const WarpAccess& access) {
  int group = access.bytes == 8 ? 16 : access.bytes == 16 ? 8 : 32;
  const bool wide_load = access.kind == Access::load && access.bytes >= 8;
  if (wide_load && (partners_agree(access, 1) || partners_agree(access, 2))) group *= 2;
  int sum = 0;
  for (int first = 0; first < 32; first += group) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words_of_bank;
    for (int lane = first; lane < first + group; ++lane) {
      if ((access.active >> lane & 1u) == 0) continue;
      for (int byte = 0; byte < access.bytes; ++byte) {
        const std::uint64_t word = (access.address[lane] + byte) / 4;
        words_of_bank[word % 32].insert(word);
      }
    }
    std::size_t most = 0;
    for (const auto& [bank, words] : words_of_bank) most = std::max(most, words.size());
    sum += static_cast<int>(most);
  }
  return sum;
}

template <typename AddressOfLane>
WarpAccess warp(int bytes, Access kind, AddressOfLane address_of_lane) {
  WarpAccess access;
  access.bytes = bytes;
  access.kind = kind;
  for (int lane = 0; lane < 32; ++lane) access.address[lane] = static_cast<std::uint64_t>(address_of_lane(lane));
  return access;
}

void check(const WarpAccess& access) {
  INFO("bytes " << access.bytes << ", " << (access.kind == Access::load ? "load" : "store") << ", active " << std::hex
                << access.active);
  CHECK(global_sectors(access) == sectors_by_the_book(access));
  CHECK(shared_wavefronts(access) == wavefronts_by_the_book(access));
}

constexpr int widths[] = {1, 2, 4, 8, 16};
constexpr Access kinds[] = {Access::load, Access::store};

int wavefronts_of_floats(auto word_of_lane) {
  return shared_wavefronts(warp(4, Access::load, [&](int lane) { return 4 * word_of_lane(lane); }));
}

}  // namespace

TEST_CASE("strides 0 to 65") {
  for (const int bytes : widths) {
    for (const Access kind : kinds) {
      for (int stride = 0; stride <= 65; ++stride) {
        check(warp(bytes, kind, [=](int lane) { return 4096 + lane * stride * bytes; }));
        check(warp(bytes, kind, [=](int lane) { return 4096 + (31 - lane) * stride * bytes; }));
      }
    }
  }
}

TEST_CASE("a stride of floats conflicts gcd(stride, 32) ways") {
  for (int stride = 1; stride <= 65; ++stride) {
    CHECK(wavefronts_of_floats([=](int lane) { return lane * stride; }) == std::gcd(stride, 32));
  }
}

TEST_CASE("permutations, broadcasts, random addresses and random active lanes") {
  const unsigned seed = GENERATE(1u, 2u, 3u);
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::array<int, 32> order;
  std::iota(order.begin(), order.end(), 0);
  for (int trial = 0; trial < 500; ++trial) {
    std::shuffle(order.begin(), order.end(), random);
    const int bytes = widths[random() % 5];
    const Access kind = kinds[random() % 2];
    const std::uint64_t range = std::uint64_t{1} << random() % 12;
    const int share = 1 << random() % 6;  // so many neighbours have one address
    std::array<std::uint64_t, 32> anywhere;
    for (auto& address : anywhere) address = random() % range * bytes;
    for (WarpAccess access : {warp(bytes, kind, [&](int lane) { return order[lane] * bytes; }),
                              warp(bytes, kind, [&](int lane) { return anywhere[lane]; }),
                              warp(bytes, kind, [&](int lane) { return anywhere[lane / share]; }),
                              warp(bytes, kind, [&](int lane) { return anywhere[lane ^ (lane & 2)]; }),
                              warp(bytes, kind, [&](int lane) { return anywhere[lane] + random() % 3; })}) {
      check(access);
      access.active = static_cast<std::uint32_t>(random());
      check(access);
      access.active = 1u << random() % 32;
      check(access);
      access.active = 0;
      CHECK(global_sectors(access) == 0);
      CHECK(shared_wavefronts(access) == 0);
    }
  }
}

TEST_CASE("the sectors that the lessons name") {
  const auto floats = [](auto element) { return warp(4, Access::load, [=](int lane) { return 4 * element(lane); }); };
  CHECK(global_sectors(floats([](int lane) { return lane; })) == 4);
  CHECK(global_sectors(floats([](int lane) { return lane + 1; })) == 5);
  CHECK(global_sectors(floats([](int lane) { return lane * 1024; })) == 32);
  CHECK(global_sectors(floats([](int lane) { return lane % 8 * 1024 + lane / 8; })) == 8);
  CHECK(global_sectors(warp(8, Access::load, [](int lane) { return 8 * lane; })) == 8);
  CHECK(global_sectors(warp(16, Access::store, [](int lane) { return 16 * lane; })) == 16);
}

TEST_CASE("the bank conflicts that the lessons name") {
  CHECK(wavefronts_of_floats([](int lane) { return 32 * lane; }) == 32);                        // column of 32x32
  CHECK(wavefronts_of_floats([](int lane) { return 33 * lane; }) == 1);                         // column of 32x33
  CHECK(wavefronts_of_floats([](int lane) { return 17 * (lane % 16) + lane / 16; }) == 2);      // 16x17, 16-wide block
  CHECK(wavefronts_of_floats([](int lane) { return 36 * lane; }) == 4);                         // column of [32][36]
  CHECK(wavefronts_of_floats([](int lane) { return 32 * lane + (5 ^ lane); }) == 1);            // swizzled 32x32
  CHECK(wavefronts_of_floats([](int lane) { return 33 * (lane / 8) + 4 * (lane % 8); }) == 1);  // unpacked float4
  // A column of 32x32 doubles: 16 ways in each half-warp.
  CHECK(shared_wavefronts(warp(8, Access::load, [](int lane) { return 8 * 32 * lane; })) == 2 * 16);
  // Interleaved reduction, distance s: active lanes 2*s*i read word 2*s*i.
  for (int distance = 1; distance <= 16; distance *= 2) {
    CHECK(wavefronts_of_floats([=](int lane) { return 2 * distance * lane; }) == 2 * distance);
  }
  // The float4 of row r at column c stored at c XOR (r/4 mod 8), in and out: one pass per quarter-warp.
  const auto swizzled = [](int row, int c) { return 16 * (16 * row + (c ^ (row / 4 % 8))); };
  CHECK(shared_wavefronts(warp(16, Access::store, [=](int lane) { return swizzled(4 * (lane % 16), lane / 16); })) ==
        4);
  CHECK(shared_wavefronts(warp(16, Access::load, [=](int lane) { return swizzled(lane / 16, lane % 16); })) == 4);
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
