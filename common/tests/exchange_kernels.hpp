// Kernels in which the lanes of a warp exchange values, rightly and wrongly.
#pragma once

#include "tests/kernels.hpp"

#define LADDER_EXCHANGE_KERNELS(each)                                                                            \
  each(shuffle_meets_syncwarp) each(shuffle_meets_ballot) each(two_shuffles) each(one_shuffle_in_two_lines)      \
      each(vote_of_another_kind) each(masks_disagree) each(masks_of_syncwarp_disagree) each(not_in_its_own_mask) \
          each(shuffle_in_a_branch) each(shuffle_in_a_branch_before_a_barrier) each(one_lane_skips_a_round)      \
              each(each_half_with_its_own_mask) each(each_half_in_one_line) each(inlined_into_both_arms)         \
                  each(syncwarp_in_both_arms) each(alone_before_all) each(after_others_have_ended)

namespace kernels {

#define LADDER_DECLARE(kernel) void kernel(Buffers);
LADDER_EXCHANGE_KERNELS(LADDER_DECLARE)
#undef LADDER_DECLARE

}  // namespace kernels
