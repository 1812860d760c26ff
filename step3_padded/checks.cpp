#include "ladder/chapter/transpose/checks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "ladder/verification/engine_checks.hpp"

using namespace ladder::transpose;

TEST_CASE("every variant transposes, at any size, with no hazard") { check_every_variant(*ladder::make_emulator()); }

TEST_CASE("every variant transposes on the GPU too") { check_every_variant(*ladder::gpu_or_skip()); }

TEST_CASE("a column of the tile is 32 banks") {
  // Per request: sectors (load, store), wavefronts (load, store).
  check_contract("pad1_32x32", {4, 4, 1, 1});
  check_contract("pad1_32x8", {4, 4, 1, 1});
  check_contract("pad1_64x64_32x8", {4, 4, 1, 1});
  check_contract("swizzled_32x8", {4, 4, 1, 1});
}
