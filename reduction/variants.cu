#include "ladder/problems/reduction/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"
#include "summit.cuh"

// h, the longest chain of additions that an element goes through, follows from what is said here. naive: 0 on the way
// in, 8 levels of the tree. shuffle: 5 + 5 levels. vectorized: 4 float4 on each round; then one for the ends, 2 for x +
// y + z + w, 5 + 5 levels, and the last block's additions.
std::vector<ladder::reduction::Variant> ladder::LADDER_ENGINE::variants() {
  constexpr unsigned levels = 8;
  static_assert(1u << levels == THREADS, "a tree of THREADS has log2(THREADS) levels: change `levels` as well");
  constexpr unsigned any_number = 0, fixed = 1024, group = 512, rounds = 8;
  return {
      //      name          kernel         threads  elements, additions per round, levels, blocks, rounds
      variant("naive", sum_naive, {THREADS, 1, 0, levels, any_number}),
      variant("stride", sum_stride, {THREADS, 1, 0, levels, any_number}),
      variant("sequential", sum_sequential, {THREADS, 1, 0, levels, any_number}),
      variant("first_add", sum_first_add, {THREADS, 2, 1, levels, any_number}),
      variant("unroll", sum_unroll, {THREADS, 2, 1, levels, any_number}),
      variant("multiple", sum_multiple, {THREADS, 2, 2, levels, fixed}),
      variant("shuffle", sum_shuffle<THREADS>, {THREADS, 2, 2, 10, fixed}),
      variant("vectorized", sum_vectorized<512, group, rounds>, {512, 16, 4, 13, group, rounds}),
  };
}
