#include "ladder/chapter/transpose/checks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "ladder/verification/engine_checks.hpp"

using namespace ladder::transpose;

TEST_CASE("every variant transposes, at any size, with no hazard") { check_every_variant(*ladder::make_emulator()); }

TEST_CASE("every variant transposes on the GPU too") { check_every_variant(*ladder::gpu_or_skip()); }

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
