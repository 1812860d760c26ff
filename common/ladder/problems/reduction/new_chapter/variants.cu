#include "ladder/problems/reduction/kernels.hpp"
// Last, so that a brace that is missing there is missed nowhere else.
#include "kernel.cuh"

// TODO: the longest chain of additions that an element goes through; ladder::LADDER_ENGINE::Schedule has the words.
std::vector<ladder::reduction::Variant> ladder::LADDER_ENGINE::variants() {
  constexpr unsigned additions = 0, levels = 8, any_number = 0;
  return {
      //      name    kernel    threads, elements, additions per round, levels, blocks
      variant("mine", sum_mine, {THREADS, 1, additions, levels, any_number}),
  };
}
