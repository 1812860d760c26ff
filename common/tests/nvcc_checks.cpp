// That a kernel is the program on the emulator that it is under nvcc; and what ends a launch, not the tool.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <ctime>

#include "tests/nvcc_kernels.hpp"
#include "tests/observe.hpp"

using Catch::Matchers::ContainsSubstring;
using tests::check_healthy;
using tests::observe;

TEST_CASE("a kernel's #if sees a device") {
  const auto seen = observe(kernels::body_for_the_device);
  check_healthy(seen);
  CHECK(seen.counters.global_store_requests == 1);
}

TEST_CASE("stores to a variable that only the host reads are counted") {
  const auto seen = observe(kernels::stores_to_a_static_variable);
  check_healthy(seen);
  CHECK(seen.counters.global_store_requests == 1);
  CHECK(seen.counters.global_store_sectors == 4);
}

TEST_CASE("an assertion that does not hold ends the launch") {
  check_healthy(observe(kernels::assertion_that_holds));
  CHECK_THROWS_WITH(observe(kernels::assertion),
                    ContainsSubstring("nvcc_kernels.cu:") &&
                        ContainsSubstring("thread (7, 0) of block (0, 0) finds that assert(in[threadIdx.x] < 7)"));
  check_healthy(observe(kernels::assertion_that_holds));  // and the emulator goes on
}

TEST_CASE("printf() of what is no text ends the launch") {
  check_healthy(observe(kernels::prints_text));
  CHECK_THROWS_WITH(observe(kernels::prints_a_number_as_text),
                    ContainsSubstring("thread (3, 0) of block (0, 0) prints %s of 0x10, which is no text"));
}

TEST_CASE("dynamic shared memory is as large as the launch says, whatever its name") {
  const auto seen = observe([](auto b) { kernels::reverse_in_dynamic_shared(b, 32); });
  check_healthy(seen);
  CHECK(seen.out[0] == 31);
  CHECK(seen.counters.shared_load_requests == 2);
  const auto too_small = observe([](auto b) { kernels::reverse_in_dynamic_shared(b, 31); });
  CHECK(too_small.hazards.out_of_bounds == 2);  // thread 31 writes, thread 0 reads
  CHECK_THAT(too_small.first_message(),
             ContainsSubstring("thread (31, 0) of block (0, 0) writes shared dynamic_shared, byte 124"));
}

TEST_CASE("a launch of many long blocks is given up soon") {
  const std::clock_t start = std::clock();
  CHECK_THROWS_WITH(observe(kernels::too_small_a_distance),
                    ContainsSubstring("nvcc_kernels.cu:") && ContainsSubstring("the launch of 4096 blocks would take"));
  CHECK(std::clock() - start < 30 * CLOCKS_PER_SEC);
}
