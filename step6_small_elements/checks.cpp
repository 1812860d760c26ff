#include "ladder/problems/transpose/checks.hpp"

#include <catch2/catch_test_macros.hpp>

#include "ladder/verification/gpu_or_skip.hpp"

using namespace ladder::transpose;

TEST_CASE("every variant transposes, at any size, with no hazard") { check_every_variant(*ladder::make_emulator()); }

TEST_CASE("every variant transposes on the GPU too") { check_every_variant(*ladder::gpu_or_skip()); }

TEST_CASE("words and vectors move whole sectors, and a pad of one word leaves one wavefront") { check_contracts(); }
