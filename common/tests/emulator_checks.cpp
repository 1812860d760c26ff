#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <fstream>
#include <string>

#include "tests/kernels.hpp"
#include "tests/observe.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using tests::check_healthy;
using tests::elements;
using tests::observe;
using tests::Seen;

TEST_CASE("lanes beyond a bound take no part in a request") {
  const Seen seen = observe(kernels::copy_with_tail);
  check_healthy(seen);
  CHECK(seen.counters.global_load_requests == 2);
  CHECK(seen.counters.global_load_sectors == 4 + 3);  // 18 floats: two sectors and a quarter
  CHECK(seen.out[49] == 49);
}

TEST_CASE("the arms of a branch are requests of their own") {
  const Seen seen = observe(kernels::both_branches);
  check_healthy(seen);
  CHECK(seen.counters.global_load_requests == 2);
  CHECK(seen.counters.global_load_sectors == 4 + 8);
  CHECK(seen.counters.global_store_requests == 2);
  CHECK(seen.counters.global_store_sectors == 4 + 8);
}

TEST_CASE("lanes that loop longer than others go on alone") {
  const Seen seen = observe(kernels::triangular_loop);
  check_healthy(seen);
  // Round i: lanes i to 31, 4 bytes apart.
  CHECK(seen.counters.global_load_requests == 32);
  CHECK(seen.counters.global_load_sectors == 8 * (4 + 3 + 2 + 1));
  CHECK(seen.counters.global_store_requests == 1);
}

TEST_CASE("lanes that skip an iteration of a loop do not fall out of step") {
  const Seen seen = observe(kernels::skipped_rounds);
  check_healthy(seen);
  CHECK(seen.counters.global_store_requests == 4 * 2);
  CHECK(seen.counters.global_store_sectors == 4 * (4 + 1));
}

TEST_CASE("lanes meet again after an inner loop of uneven length") {
  const Seen seen = observe(kernels::uneven_inner_loop);
  check_healthy(seen);
  // Round j of the inner loop: lanes with lane % 4 >= j, which touch all four sectors.
  CHECK(seen.counters.global_load_requests == 3 * 4);
  CHECK(seen.counters.global_load_sectors == 3 * 4 * 4);
  // All lanes and then every second one: 3 rounds, a load, and 2 rounds; behind it, a load of all.
  CHECK(observe(kernels::uneven_inner_loops).counters.global_load_requests == 2 * (3 + 1 + 2) + 1);
  const Seen longer = observe([](auto buffers) { kernels::long_uneven_loop(buffers, 5000); });
  CHECK(longer.counters.global_load_requests == 5000 * 4);
  CHECK(longer.counters.global_load_sectors == 5000 * 4 * 4);
}

TEST_CASE("a loop that copies is as many requests as it has rounds") {
  const Seen seen = observe(kernels::copy_loop);
  check_healthy(seen);
  CHECK(seen.counters.global_load_requests == 8);
  CHECK(seen.counters.global_load_sectors == 8 * 32);
  CHECK(seen.counters.global_store_requests == 8);
  CHECK(seen.counters.global_store_sectors == 8 * 4);
}

TEST_CASE("threads may leave early where no barrier follows") {
  const Seen seen = observe(kernels::early_exit);
  check_healthy(seen);
  CHECK(seen.counters.global_store_sectors == 2);
}

TEST_CASE("a loop longer than the trace is counted in full") {
  const Seen seen = observe([](auto buffers) { kernels::long_loop(buffers, 10000); });
  check_healthy(seen);
  CHECK(seen.counters.global_load_requests == 10000);
  CHECK(seen.counters.global_load_sectors == 4 * 10000);
}

TEST_CASE("a long run takes no more memory than a short one") {
  const auto resident_bytes = [] {
    std::ifstream statm("/proc/self/statm");
    std::size_t total = 0, resident = 0;
    statm >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  };
  observe([](auto buffers) { kernels::long_loop(buffers, 1000); });
  const std::size_t before = resident_bytes();
  const Seen seen = observe([](auto buffers) { kernels::long_loop(buffers, 500000); });
  CHECK(seen.counters.global_load_requests == 500000);
  CHECK(resident_bytes() < before + (std::size_t{50} << 20));  // 128 MB if each lane left a pointer
}

TEST_CASE("what comes before an access to a volatile is counted") {
  const Seen seen = observe(kernels::volatile_tile);
  check_healthy(seen);
  CHECK(seen.counters.global_load_requests == 2);
  CHECK(seen.counters.global_store_requests == 1);
  CHECK(seen.counters.shared_load_wavefronts == 2);
  CHECK(seen.counters.shared_store_wavefronts == 2);
}

TEST_CASE("float2 and float4 are one access of 8 and 16 bytes") {
  const Seen seen = observe(kernels::float2_and_float4);
  check_healthy(seen);
  CHECK(seen.counters.global_load_requests == 1);
  CHECK(seen.counters.global_load_sectors == 8);
  CHECK(seen.counters.global_store_requests == 1);
  CHECK(seen.counters.global_store_sectors == 16);
}

TEST_CASE("shuffles and votes") {
  const Seen seen = observe(kernels::shuffles);
  check_healthy(seen);
  for (std::size_t t = 0; t < 32; ++t) {
    INFO("lane " << t);
    CHECK(seen.out[t] == 5);
    CHECK(seen.out[32 + t] == static_cast<float>(t < 3 ? t : t - 3));
    CHECK(seen.out[64 + t] == static_cast<float>(t > 28 ? t : t + 3));
    CHECK(seen.out[96 + t] == static_cast<float>(t ^ 1));
    CHECK(seen.out[128 + t] == static_cast<float>(t % 8 > 4 ? t : t + 3));
    CHECK(seen.out[160 + t] == static_cast<float>(0x01010101));
    CHECK(seen.out[192 + t] == 3);
    if (t < 16) CHECK(seen.out[224 + t] == static_cast<float>(t ^ 8));
  }
}

TEST_CASE("atomics lose nothing, on all cores, and are no race") {
  const Seen seen = observe(kernels::atomics);
  check_healthy(seen);
  CHECK(seen.out[0] == 50 * 96);
  CHECK(seen.counters.global_load_requests == 50 * 3);
  CHECK(seen.counters.global_atomic_requests == 50);
  CHECK(seen.counters.global_atomic_sectors == 50);
  // Floats in shared memory: a lane at a time loads, and swaps.
  CHECK(seen.counters.shared_atomic_requests == 50 * 96);
  CHECK(seen.counters.shared_atomic_wavefronts == 50 * 96 * 2);
  CHECK(seen.counters.shared_load_requests == 50 * (96 + 1));
}

TEST_CASE("lanes take turns where their atomics meet in one element, or in one bank") {
  const Seen seen = observe(kernels::turns);
  check_healthy(seen);
  CHECK(seen.counters.shared_atomic_requests == 5);
  CHECK(seen.counters.shared_atomic_wavefronts == 1 + 32 + 2 + 2 * 1 + 2 * 8);
  CHECK(seen.counters.shared_load_requests == 0);
  CHECK(seen.counters.global_atomic_requests == 3);
  CHECK(seen.counters.global_atomic_sectors == 4 + 32 + 16 * 2);
}

TEST_CASE("counts come per line of the source") {
  const auto lines = observe(kernels::both_branches).lines();
  REQUIRE(lines.size() == 4);
  for (const auto& line : lines) {
    CHECK(line.file == "kernels.cu");
    CHECK(line.requests == 1);
    CHECK(line.transactions == static_cast<std::uint64_t>(line.bytes));
  }
  CHECK(lines[0].line == lines[1].line);
  CHECK(lines[2].line == lines[0].line + 2);
}

// Else the emulator would run a kernel's copy, which tells it of accesses, and count them, or break off.
TEST_CASE("a library's function that kernels have is not the one that the emulator runs") {
  CHECK(kernels::clamp_of_the_kernels() != &std::clamp<long>);
}
