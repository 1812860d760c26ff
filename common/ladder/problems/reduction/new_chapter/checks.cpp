#include "ladder/problems/reduction/checks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "ladder/verification/gpu_or_skip.hpp"

using namespace ladder::reduction;

TEST_CASE("every variant sums any number of elements, with no hazard") {
  const auto emulator = ladder::make_emulator();
  check_results(*emulator);
  check_misaligned_start(*emulator);
  check_hard_data(*emulator);
}

TEST_CASE("every variant finds its elements beyond 2^32") { check_far_blocks(*ladder::make_emulator()); }

TEST_CASE("every variant sums on the GPU too", "[gpu]") {
  const auto gpu = ladder::gpu_or_skip();
  check_results(*gpu);
  check_misaligned_start(*gpu);
  check_hard_data(*gpu);
}

TEST_CASE("every variant of NEW_CHAPTER costs what its contract says") { check_contracts(); }
