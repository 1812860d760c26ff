#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cstddef>
#include <cstdint>
#include <ios>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "ladder/model/memory_model.hpp"
#include "tests/warp_pattern.hpp"

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

int group_by_the_book(const WarpAccess& access) {
  const int group = access.bytes == 8 ? 16 : access.bytes == 16 ? 8 : 32;
  const bool wide_load = access.operation == Access::load && access.bytes >= 8;
  return wide_load && (partners_agree(access, 1) || partners_agree(access, 2)) ? 2 * group : group;
}

int wavefronts_by_the_book(const WarpAccess& access) {
  const int group = group_by_the_book(access);
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

void check(const WarpAccess& access) {
  INFO("bytes " << access.bytes << ", " << in_words(access.operation) << ", active " << std::hex << access.active);
  CHECK(global_sectors(access) == sectors_by_the_book(access));
  CHECK(shared_wavefronts(access) == wavefronts_by_the_book(access));
  CHECK(lanes_served_together(access) == group_by_the_book(access));
}

constexpr int widths[] = {1, 2, 4, 8, 16};
constexpr Access operations[] = {Access::load, Access::store};

}  // namespace

TEST_CASE("strides 0 to 65") {
  for (const int bytes : widths) {
    for (const Access operation : operations) {
      for (int stride = 0; stride <= 65; ++stride) {
        check(warp(bytes, operation, [=](int lane) { return 4096 + lane * stride * bytes; }));
        check(warp(bytes, operation, [=](int lane) { return 4096 + (31 - lane) * stride * bytes; }));
      }
    }
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
    const Access operation = operations[random() % 2];
    const std::uint64_t range = std::uint64_t{1} << random() % 12;
    const int share = 1 << random() % 6;  // so many neighbours have one address
    std::array<std::uint64_t, 32> anywhere;
    for (auto& address : anywhere) address = random() % range * bytes;
    for (WarpAccess access : {warp(bytes, operation, [&](int lane) { return order[lane] * bytes; }),
                              warp(bytes, operation, [&](int lane) { return anywhere[lane]; }),
                              warp(bytes, operation, [&](int lane) { return anywhere[lane / share]; }),
                              warp(bytes, operation, [&](int lane) { return anywhere[lane ^ (lane & 2)]; }),
                              warp(bytes, operation, [&](int lane) { return anywhere[lane] + random() % 3; })}) {
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

TEST_CASE("lanes side by side") {
  for (const int bytes : widths) {
    for (const Access operation : operations) {
      for (int lanes = 0; lanes <= 32; ++lanes) {
        WarpAccess access = warp(bytes, operation, [=](int lane) { return 4096 + lane * bytes; });
        access.active = static_cast<std::uint32_t>((std::uint64_t{1} << lanes) - 1);
        INFO(lanes << " lanes of " << bytes << " bytes");
        CHECK(transactions_side_by_side(access, Space::global) == global_sectors(access));
        CHECK(transactions_side_by_side(access, Space::shared) == shared_wavefronts(access));
      }
    }
  }
}

TEST_CASE("another architecture is another row of rules") {
  Architecture other = architecture;
  other.sector_bytes = 64;
  other.banks = 16;
  other.pairs_double_the_group = false;
  CHECK(global_sectors(floats([](int l) { return l; }), other) == 2);
  CHECK(global_sectors(floats([](int l) { return 16 * l; }), other) == 32);
  CHECK(shared_wavefronts(floats([](int l) { return l; }), other) == 2);
  CHECK(shared_wavefronts(floats([](int l) { return 8 * l; }), other) == 16);
  const auto pairs = warp(8, Access::load, [](int l) { return l / 2 * 8; });
  CHECK(shared_wavefronts(pairs) == 1);
  CHECK(shared_wavefronts(pairs, other) == 4);
}
