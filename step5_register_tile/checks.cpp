#include "ladder/problems/transpose/checks.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>

#include "ladder/app/chapter.hpp"
#include "ladder/app/findings.hpp"
#include "ladder/problems/transpose/fixture.hpp"
#include "ladder/verification/gpu_or_skip.hpp"

using namespace ladder::transpose;

TEST_CASE("every variant transposes, at any size, with no hazard") { check_every_variant(*ladder::make_emulator()); }

TEST_CASE("every variant transposes on the GPU too") { check_every_variant(*ladder::gpu_or_skip()); }

TEST_CASE("both sides move 16 bytes per lane; the swizzled tile takes 4 wavefronts, the least, the scalar tile 2") {
  check_contracts();
}

TEST_CASE("the shifted tile stores whole sectors, whatever the length of a row") {
  if (ladder::any_found_wrong({"shifted_128x64"})) return;
  const auto engine = ladder::make_emulator();
  constexpr unsigned rows = 1027, cols = 1029;
  const auto shifted = ladder::chosen(catalog_of(*engine).variants, {"shifted_128x64"}).front();
  const auto counters = Fixture(*engine, {rows, cols}).run(shifted, 1).counters.value();
  constexpr std::uint64_t fewest = rows * cols / 8;  // each sector once
  CHECK(counters.global_store_sectors >= fewest);
  CHECK(counters.global_store_sectors < fewest * 1.03);  // the ends of the rows; unshifted it would be 1.25
}
