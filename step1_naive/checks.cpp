#include "transpose/checks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "engine_checks.hpp"

using namespace ladder::transpose;

TEST_CASE("every variant transposes, at any size, with no hazard") {
  const auto emulator = ladder::make_emulator();
  check_results(*emulator);
  check_misaligned_start(*emulator);
  check_blocks_carried_on_in_z(*emulator);
}

TEST_CASE("every variant transposes on the GPU too", "[gpu]") {
  const auto gpu = ladder::gpu_or_skip();
  check_results(*gpu);
  check_misaligned_start(*gpu);
  check_blocks_carried_on_in_z(*gpu);
}

TEST_CASE("one side is coalesced, the other costs a sector per row that the warp covers") {
  // Per request: sectors (load, store).
  check_contract("coalesced_reads_32x8", {4, 32});
  check_contract("coalesced_reads_8x32", {4, 8});
  check_contract("coalesced_reads_16x16", {4, 16});
  check_contract("coalesced_reads_32x32", {4, 32});
  check_contract("coalesced_writes_32x8", {32, 4});
  check_contract("coalesced_writes_8x32", {8, 4});
  check_contract("coalesced_writes_16x16", {16, 4});
  check_contract("coalesced_writes_32x32", {32, 4});
  check_contract("unrolled_4", {32, 4});
  check_contract("unrolled_8", {32, 4});
  check_contract("looped_32x8", {4, 32});
  check_contract("copy", {4, 4});
}
