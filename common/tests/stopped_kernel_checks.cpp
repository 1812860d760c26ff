// Kernels that the emulator stops, and what it says of them.
#include <signal.h>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <csignal>
#include <ctime>
#include <stdexcept>
#include <string>

#include "ladder/base/failure.hpp"
#include "tests/kernels.hpp"
#include "tests/observe.hpp"

using namespace ladder;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using tests::check_healthy;
using tests::elements;
using tests::observe;
using tests::Seen;
using tests::TimeLimit;

TEST_CASE("an access out of bounds is stopped before it happens") {
  SECTION("a write beyond the end") {
    const Seen seen = observe(kernels::write_beyond_the_end);
    CHECK(seen.hazards.out_of_bounds == 1);
    CHECK_THAT(seen.first_message(), ContainsSubstring("kernels.cu") &&
                                         ContainsSubstring("thread (31, 0) of block (0, 0) writes global out[4096]; "
                                                           "out has 4096 elements"));
    CHECK(seen.out[elements - 32] == 0);
  }
  SECTION("far from its buffer") {
    const Seen seen = observe(kernels::far_out_of_bounds);
    CHECK(seen.hazards.out_of_bounds == 2);
    REQUIRE(seen.messages.size() == 2);
    CHECK_THAT(seen.messages[0], ContainsSubstring("writes global out[4096000]; out has 4096 elements"));
    CHECK_THAT(seen.messages[1], ContainsSubstring("reads global in[-4096000]; in has 4096 elements"));
  }
  SECTION("a read before the start") {
    const Seen seen = observe(kernels::read_before_the_start);
    CHECK(seen.hazards.out_of_bounds == 1);
    CHECK_THAT(seen.first_message(), ContainsSubstring("reads global in[-1]") && ContainsSubstring("thread (0, 0)"));
  }
  SECTION("an index beyond a shared array") {
    const Seen seen = observe(kernels::shared_index_beyond_the_array);
    CHECK(seen.hazards.out_of_bounds == 1);
    CHECK_THAT(seen.first_message(),
               ContainsSubstring("writes shared row[32]; row is [32]") && ContainsSubstring("thread (31, 0)"));
  }
  SECTION("a float4 that does not start at a multiple of 16 bytes") {
    const Seen seen = observe(kernels::misaligned_float4);
    CHECK(seen.hazards.out_of_bounds == 32);
    CHECK_THAT(seen.first_message(), ContainsSubstring("misaligned") && ContainsSubstring("16 bytes at global in[1]"));
  }
}

TEST_CASE("a race on shared memory") {
  SECTION("no barrier between the write and the read") {
    const Seen seen = observe(kernels::missing_barrier);
    CHECK(seen.hazards.races == 64);
    CHECK(seen.hazards.uninitialized_reads == 0);  // a word that is written later is a race, and nothing else
    CHECK_THAT(seen.first_message(),
               ContainsSubstring("race on shared row[") && ContainsSubstring("a __syncthreads() is missing"));
  }
  SECTION("no barrier, and some of those who collide are in one warp") {
    const Seen seen = observe(kernels::missing_barrier_half_a_warp_apart);
    REQUIRE_FALSE(seen.messages.empty());
    for (const auto& message : seen.messages) CHECK_THAT(message, ContainsSubstring("a __syncthreads() is missing"));
  }
  SECTION("no barrier between the read and the next write") {
    CHECK(observe(kernels::overwritten_too_early).hazards.races == 64);
  }
  SECTION("within a warp, no __syncwarp()") {
    const Seen seen = observe(kernels::sum_without_syncwarp);
    CHECK(seen.hazards.races > 0);
    CHECK_THAT(seen.first_message(), ContainsSubstring("kernel.cuh") && ContainsSubstring("race on shared s[1]") &&
                                         ContainsSubstring("a __syncwarp() is missing") &&
                                         ContainsSubstring("thread (1, 0)") && ContainsSubstring("thread (0, 0)"));
  }
}

TEST_CASE("a read of what nothing wrote") {
  SECTION("shared memory, in every block anew") {
    const Seen seen = observe(kernels::unwritten_shared);
    CHECK(seen.hazards.uninitialized_reads == 3);
  }
  SECTION("shared memory, in arrays that two kernels call the same") {
    CHECK_THAT(observe(kernels::unwritten_four_by_eight).first_message(), ContainsSubstring("shared tile[3][7]"));
    CHECK_THAT(observe(kernels::unwritten_eight_by_four).first_message(), ContainsSubstring("shared tile[7][3]"));
  }
  SECTION("global memory") {
    const Seen seen = observe(kernels::unwritten_global);
    CHECK(seen.hazards.uninitialized_reads == 1);
    CHECK_THAT(seen.first_message(), ContainsSubstring("reads global out[1], which nothing wrote"));
  }
}

TEST_CASE("two threads that write one element of global memory") {
  const Seen seen = observe(kernels::two_writers);
  CHECK(seen.hazards.races == 32);
  CHECK_THAT(seen.first_message(), ContainsSubstring("written twice: global out[0]"));
  // Where two blocks write it, no barrier helps.
  const Seen in_blocks = observe(kernels::blocks_of_two_writers);
  REQUIRE_FALSE(in_blocks.messages.empty());
  for (const auto& message : in_blocks.messages) CHECK_THAT(message, ContainsSubstring("blocks run in any order"));
}

TEST_CASE("a barrier that not all threads reach") {
  const Seen seen = observe(kernels::barrier_in_a_branch);
  CHECK(seen.hazards.divergent_barriers == 1);
  CHECK_THAT(seen.first_message(),
             ContainsSubstring("40 of 64 threads of block (0, 0) wait here; thread (40, 0) goes on without it"));
  CHECK(observe(kernels::two_different_barriers).hazards.divergent_barriers == 1);
}

TEST_CASE("a race on global memory within a block") {
  const Seen seen = observe(kernels::global_race);
  CHECK(seen.hazards.races == 31);
  CHECK_THAT(seen.first_message(), ContainsSubstring("race on global out[0]: thread (1, 0) of block (0, 0) reads it "
                                                     "at kernels.cu:184, thread (0, 0) writes it"));
}

TEST_CASE("a shuffle with a lane that is not in the mask") {
  const Seen seen = observe(kernels::shuffle_beyond_the_mask);
  CHECK(seen.hazards.uninitialized_reads == 1);
  CHECK_THAT(seen.first_message(),
             ContainsSubstring("thread (15, 0)") && ContainsSubstring("lane 16, which is not in the mask 0x0000ffff"));
}

TEST_CASE("a thread that needs more stack than there is") {
  CHECK_THROWS_WITH(observe(kernels::large_local_array),
                    ContainsSubstring("kernels.cu:") && ContainsSubstring("overflows its stack of 128 KiB"));
  check_healthy(observe(kernels::both_branches));  // and the emulator goes on
}

TEST_CASE("a thread that divides an integer by 0") {
  CHECK_THROWS_WITH(observe(kernels::division_by_zero),
                    ContainsSubstring("kernels.cu:" + std::to_string(kernels::line_of_the_division)) &&
                        ContainsSubstring("thread (34, 0) of block (") && ContainsSubstring("divides an integer by 0"));
  check_healthy(observe(kernels::both_branches));  // and the emulator goes on
}

TEST_CASE("a signal that is not a thread's fault goes to who handled it before") {
  static volatile std::sig_atomic_t handled;
  handled = 0;
  struct sigaction action {
  }, before;
  action.sa_handler = [](int) { handled = handled + 1; };
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &action, &before);
  check_healthy(observe(kernels::interrupted));
  sigaction(SIGSEGV, &before, nullptr);
  CHECK(handled == 1);
}

TEST_CASE("a kernel that does not end is stopped") {
  const TimeLimit limit("0.2");
  for (const auto kernel : {kernels::endless, kernels::endless_with_barrier, kernels::endless_jump}) {
    CHECK_THROWS_WITH(observe(kernel), ContainsSubstring("kernels.cu:") && ContainsSubstring("thread (") &&
                                           ContainsSubstring("was still running here after 0.2 seconds: "
                                                             "does the loop end?"));
  }
  check_healthy(observe(kernels::both_branches));  // and the emulator goes on
}

TEST_CASE("many blocks may take longer than one") {
  constexpr unsigned rounds = 5000, many = 100;
  const auto seconds_of = [&](unsigned blocks) {  // of CPU time of all threads, as the limit is of one
    const std::clock_t start = std::clock();
    const Seen seen = observe([&](auto buffers) { kernels::long_loops(buffers, blocks, rounds); });
    CHECK(seen.counters.global_load_requests == blocks * rounds);
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  seconds_of(1);  // the first launch of a kernel looks it up in the executable
  const double of_one = seconds_of(8) / 8, of_a_block = 20 * of_one;
  const TimeLimit limit(std::to_string(of_a_block).c_str());
  CHECK(seconds_of(many) > of_a_block);
}

TEST_CASE("a time limit is a number of seconds") {
  for (const char* wrong : {"", "0", "-1", "soon", "1s", "nan"}) {
    const TimeLimit limit(wrong);
    CHECK_THROWS_MATCHES(
        observe(kernels::both_branches), Failure,
        MessageMatches(ContainsSubstring("LADDER_TIME_LIMIT") && ContainsSubstring("a number of seconds")));
  }
}

TEST_CASE("a launch that no GPU accepts") {
  CHECK_THROWS_AS(observe(kernels::too_many_threads), std::invalid_argument);
  CHECK_THROWS_AS(observe(kernels::too_much_shared_memory), std::invalid_argument);
  CHECK_THROWS_AS(observe(kernels::empty_grid), std::invalid_argument);
}
