#include "ladder/chapter/transpose/checks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "ladder/verification/engine_checks.hpp"

using namespace ladder::transpose;

TEST_CASE("every variant transposes, at any size, with no hazard") { check_every_variant(*ladder::make_emulator()); }

TEST_CASE("every variant transposes on the GPU too", "[gpu]") { check_every_variant(*ladder::gpu_or_skip()); }

TEST_CASE("NEW_CHAPTER: TODO what a request costs, by pencil and paper") {
  // Per request: sectors (load, store), wavefronts (load, store). Here: loads are coalesced, stores are not.
  check_contract("mine_32x8", {4, 32, 0, 0});
}
