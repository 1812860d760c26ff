// An index as a number in a system of digits: threadIdx.x counts 1, blockIdx.x as many as a block has, and so on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "ladder/diagnose/index_formula.hpp"

namespace ladder {

// One of the numbers that an index is made of, as of digits: the least counts 1, and each other one as many as those
// below it come to.
struct Digit {
  std::size_t number;
  long factor, count;
};

inline std::vector<Digit> digits_of(const Formula& formula, const ThreadPlace& counts) {
  std::vector<Digit> digits;
  for (std::size_t i = 0; i < place_numbers; ++i) {
    if (counts[i] > 1 && formula.factor[i] != 0) digits.push_back({i, formula.factor[i], counts[i]});
  }
  std::sort(digits.begin(), digits.end(), [](auto& a, auto& b) { return a.factor < b.factor; });
  return digits;
}

inline bool is_block(std::size_t number) { return block_x <= number && number <= block_z; }
inline bool is_loop(const Digit& digit) { return digit.number == iterations || digit.number == inner_iterations; }

// How many indexes they come to, each of them once, up to the first digit that is not what it should be: that one.
inline std::pair<long, std::size_t> reach(const std::vector<Digit>& digits) {
  long all = 1;
  std::size_t i = 0;
  for (; i < digits.size() && digits[i].factor == all; ++i) all *= digits[i].count;
  return {all, i};
}

// Whether there are as many blocks as this factor takes.
inline bool is_right_for_blocks(long factor, long blocks, long extent) {
  return (blocks - 1) * factor < extent && extent <= blocks * factor;
}

}  // namespace ladder
