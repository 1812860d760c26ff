// What lanes of a warp may do together, and what not.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <string>

#include "tests/exchange_kernels.hpp"
#include "tests/observe.hpp"

using Catch::Matchers::ContainsSubstring;
using tests::check_healthy;
using tests::observe;

namespace {

template <typename Kernel>
std::string first_message(const Kernel& kernel) {
  const auto seen = observe(kernel);
  CHECK(seen.hazards.divergent_barriers == 1);
  return seen.first_message();
}

}  // namespace

TEST_CASE("lanes of a warp at different exchanges") {
  CHECK_THAT(first_message(kernels::shuffle_meets_syncwarp),
             ContainsSubstring("exchange_kernels.cu:14: divergent exchange: thread (0, 0) of block (0, 0) calls "
                               "__shfl_down_sync() with the mask 0xffffffff, and so do lanes 0-15; "
                               "thread (16, 0) calls __syncwarp() with the mask 0xffffffff at exchange_kernels.cu:16"));
  CHECK_THAT(first_message(kernels::shuffle_meets_ballot),
             ContainsSubstring("calls __shfl_xor_sync()") && ContainsSubstring("thread (1, 0) calls __ballot_sync()") &&
                 ContainsSubstring("lanes 0, 2, 4, 6, 8,"));
  CHECK_THAT(first_message(kernels::two_shuffles), ContainsSubstring("thread (16, 0) calls __shfl_up_sync()"));
  CHECK_THAT(first_message(kernels::one_shuffle_in_two_lines),
             ContainsSubstring("exchange_kernels.cu:39: ") && ContainsSubstring(" at exchange_kernels.cu:41"));
  CHECK_THAT(first_message(kernels::vote_of_another_kind), ContainsSubstring("thread (8, 0) calls __all_sync()"));
  CHECK_THAT(first_message(kernels::shuffle_in_a_branch_before_a_barrier),
             ContainsSubstring("lanes 0-15; thread (16, 0) waits at __syncthreads() at exchange_kernels.cu:"));
  CHECK_THAT(first_message(kernels::one_lane_skips_a_round), ContainsSubstring("thread (7, 0) calls __syncwarp()"));
}

TEST_CASE("lanes of a warp that disagree about the mask") {
  CHECK_THAT(first_message(kernels::masks_disagree),
             ContainsSubstring("calls __shfl_xor_sync() with the mask 0xffffffff, and so do lanes 0-15") &&
                 ContainsSubstring("thread (16, 0) calls __shfl_xor_sync() with the mask 0xffff0000"));
  CHECK_THAT(first_message(kernels::masks_of_syncwarp_disagree),
             ContainsSubstring("thread (31, 0) calls __syncwarp() with the mask 0x80000000"));
}

TEST_CASE("a lane that its mask does not name, and one that does not come") {
  const auto outsider = observe(kernels::not_in_its_own_mask);
  CHECK(outsider.hazards.uninitialized_reads == 16);
  CHECK_THAT(outsider.first_message(),
             ContainsSubstring("absent lane: thread (16, 0) of block (0, 0) calls "
                               "__syncwarp() as lane 16, which is not in the mask 0x0000ffff"));
  const auto branch = observe(kernels::shuffle_in_a_branch);
  CHECK(branch.hazards.uninitialized_reads == 4);
  CHECK_THAT(branch.first_message(),
             ContainsSubstring(
                 "thread (12, 0) of block (0, 0) calls __shfl_down_sync() for the value of lane 16, which "
                 "is not there: the mask 0xffffffff names it, but it has ended; only lanes 0-15 came; every lane "
                 "that a mask names has to come"));
}

TEST_CASE("nothing is said of exchanges that belong together") {
  check_healthy(observe(kernels::each_half_with_its_own_mask));
  check_healthy(observe(kernels::each_half_in_one_line));
  check_healthy(observe(kernels::syncwarp_in_both_arms));
  check_healthy(observe(kernels::alone_before_all));
  check_healthy(observe(kernels::after_others_have_ended));
  const auto inlined = observe(kernels::inlined_into_both_arms);
  check_healthy(inlined);
  CHECK(inlined.out[2] == 31 * 32 / 2);
  CHECK(inlined.out[3] == 31 * 32 / 2 + 1);
}
