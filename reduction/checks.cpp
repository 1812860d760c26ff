#include "ladder/problems/reduction/checks.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cstddef>

#include "ladder/app/chapter.hpp"
#include "ladder/app/findings.hpp"
#include "ladder/model/memory_model.hpp"
#include "ladder/problems/reduction/fixture.hpp"
#include "ladder/verification/gpu_or_skip.hpp"

using namespace ladder::reduction;
using ladder::any_found_wrong;

TEST_CASE("every variant sums any number of elements, with no hazard") {
  const auto emulator = ladder::make_emulator();
  check_results(*emulator);
  check_misaligned_start(*emulator);
}

TEST_CASE("every variant sums what is hard to sum") {
  const auto emulator = ladder::make_emulator();
  check_hard_data(*emulator);
}

TEST_CASE("every variant finds its elements beyond 2^32") { check_far_blocks(*ladder::make_emulator()); }

TEST_CASE("every variant sums on the GPU too") {
  const auto gpu = ladder::gpu_or_skip();
  check_results(*gpu);
  check_misaligned_start(*gpu);
  check_hard_data(*gpu);
}

TEST_CASE("stride pays for its conflicts: 2, 4, 8 ways, and fewer only as lanes get fewer") {
  if (any_found_wrong({"stride"})) return;
  const int ways_at[] = {2, 4, 8, 8, 8, 4, 2, 1};  // distances 1, 2, 4, .. 128
  std::uint64_t expected = 1;
  for (unsigned d = 1; d < 256; d *= 2) {
    const unsigned active = 256 / (2 * d);
    for (unsigned first = 0; first < active; first += 32) {
      memory_model::WarpAccess access;
      const unsigned lanes = std::min(32u, active - first);
      access.active = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
      for (unsigned lane = 0; lane < lanes; ++lane) access.address[lane] = 4 * (2 * d * (first + lane));
      const int ways = memory_model::shared_wavefronts(access);
      CHECK(ways == ways_at[std::countr_zero(d)]);
      expected += 2 * static_cast<std::uint64_t>(ways);
    }
  }
  const auto engine = ladder::make_emulator();
  Fixture fixture(*engine, 256);
  fixture.fill(Data::integers);
  const auto seen = fixture.run(ladder::chosen(catalog_of(*engine).variants, {"stride"}).front(), 1);
  CHECK(seen.counters->shared_load_wavefronts == expected);

  // And the line that adds is the one that says so.
  const auto lines = seen.lines();
  const auto adds = std::find_if(lines.begin(), lines.end(), [](const auto& line) {
    return line.space == memory_model::Space::shared && line.operation == memory_model::Access::load &&
           line.transactions > line.requests;
  });
  REQUIRE(adds != lines.end());
  CHECK(adds->file == "kernel.cuh");
  CHECK(adds->transactions == expected - 1);
}

TEST_CASE("every variant does the work that its contract says") { check_contracts(); }
