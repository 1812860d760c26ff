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

TEST_CASE("both sides move 16 bytes per lane, and the swizzled tile takes the least, 4 passes per request") {
  // Per request: sectors (load, store), passes (load, store).
  check_contract("registers_32x8", {16, 32});
  check_contract("registers_16x16", {16, 16});
  check_contract("registers_8x32", {16, 16});
  check_contract("swizzled_64x64", {16, 16, 4, 4});
  check_contract("write_order_64x64", {16, 16, 4, 4});
}
