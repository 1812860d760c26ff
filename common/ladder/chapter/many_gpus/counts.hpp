// How many elements each rank has for each other one, where that is uneven.
#pragma once

#include <cstddef>

#include "ladder/verification/test_data.hpp"

namespace ladder::many_gpus {

struct Counts {
  std::size_t ranks, most;

  // From 0 to `most`; by turns nothing, from a rank to itself too.
  std::size_t of(std::size_t from, std::size_t to) const {
    const std::size_t pair = from * ranks + to;
    return pair % 5 == 3 ? 0 : input_bits(pair) % (most + 1);
  }
  // All that a rank sends, or receives.
  std::size_t sent_by(std::size_t rank) const {
    std::size_t sum = 0;
    for (std::size_t other = 0; other < ranks; ++other) sum += of(rank, other);
    return sum;
  }
  std::size_t received_by(std::size_t rank) const {
    std::size_t sum = 0;
    for (std::size_t other = 0; other < ranks; ++other) sum += of(other, rank);
    return sum;
  }
};

}  // namespace ladder::many_gpus
