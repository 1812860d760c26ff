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

TEST_CASE("loads of 16 bytes per lane take 16 sectors, and only the padded tile has no conflict") {
  // Per request: sectors (load, store), passes (load, store).
  check_contract("float4_loads", {16, 32});
  check_contract("float4_tile", {16, 4, 32, 4});
  check_contract("float4_padded", {16, 4, 1, 1});
}
