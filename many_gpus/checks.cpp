#include "ladder/problems/many_gpus/checks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "ladder/verification/gpu_or_skip.hpp"

using namespace ladder::many_gpus;

TEST_CASE("every variant is right on one device") { check_every_variant(*ladder::make_emulator(), 1); }
TEST_CASE("every variant is right on two devices") { check_every_variant(*ladder::make_emulator(), 2); }
TEST_CASE("every variant is right on three devices") { check_every_variant(*ladder::make_emulator(), 3); }
TEST_CASE("every variant is right on four devices") { check_every_variant(*ladder::make_emulator(), 4); }
TEST_CASE("every variant is right on five devices") { check_every_variant(*ladder::make_emulator(), 5); }

TEST_CASE("every variant does the work that its contract says") { check_contracts(); }

TEST_CASE("every kernel is right beyond 2^32 elements") {
  check_far_kernels(*ladder::make_emulator(), ladder::emulator::far_kernels());
}

TEST_CASE("every variant is right on the GPU") { check_every_variant(*ladder::gpu_or_skip(), 1); }
TEST_CASE("every variant is right on the GPU and another") {
  const auto gpu = ladder::gpu_or_skip();
  skip_without_devices(*gpu, 2);
  check_every_variant(*gpu, 2);
}
TEST_CASE("every variant is right on the GPU and three others") {
  const auto gpu = ladder::gpu_or_skip();
  skip_without_devices(*gpu, 4);
  check_every_variant(*gpu, 4);
}

TEST_CASE("one wrong byte is found on the GPU") { check_wrong_bytes(*ladder::gpu_or_skip(), 1); }
TEST_CASE("one wrong byte is found on the GPU and another") {
  const auto gpu = ladder::gpu_or_skip();
  skip_without_devices(*gpu, 2);
  check_wrong_bytes(*gpu, 2);
}

TEST_CASE("work that does not end is named, and what follows is right, on the GPU") {
  check_late_work(*ladder::gpu_or_skip(), 1);
}
TEST_CASE("a rank that waits for one that failed is named, and what follows is right, on the GPU and another") {
  const auto gpu = ladder::gpu_or_skip();
  skip_without_devices(*gpu, 2);
  check_late_work(*gpu, 2);
}
