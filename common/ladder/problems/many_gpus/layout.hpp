// What lies on which device: the parts of a matrix, the elements that they start with, and how many elements each rank
// has for each other one where that is uneven.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ladder/verification/test_data.hpp"

namespace ladder::many_gpus {

// So many rows or columns, or elements, from the first on.
struct Part {
  std::size_t first, count;
};

// Rank r of P has those from r * whole / P on, to where the next rank begins: parts differ by one at most, and are
// empty where there are more ranks than elements.
constexpr Part part_of(std::size_t whole, std::size_t rank, std::size_t ranks) {
  const std::size_t first = whole * rank / ranks;
  return {first, whole * (rank + 1) / ranks - first};
}

// A matrix of rows × cols floats. Each rank has some rows of it, and shall have some rows of its transpose: columns of
// the matrix. And each rank has a vector, of which all shall have the sum.
struct Layout {
  std::size_t ranks, rows, cols;

  constexpr Part rows_of(std::size_t rank) const { return part_of(rows, rank, ranks); }
  constexpr Part cols_of(std::size_t rank) const { return part_of(cols, rank, ranks); }
  constexpr std::size_t elements() const { return rows * cols / ranks; }  // of a vector

  // Which element of the matrix, row by row, element i of this rank's rows of the transpose is.
  constexpr std::size_t source_of(std::size_t rank, std::size_t i) const {
    return i % rows * cols + cols_of(rank).first + i / rows;
  }
};

// Element i of the matrix, row by row.
inline float element_of_matrix(std::size_t i) {
  const std::uint32_t bits = input_bits(i);
  float value;
  static_assert(sizeof value == sizeof bits);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

// Element i of a rank's vector: a whole number from -128 to 127, so that sums are exact in any order.
constexpr float element_of_vector(std::size_t rank, std::size_t i) {
  return static_cast<float>(static_cast<int>(input_bits((std::uint64_t{rank} << 40) + i) % 256) - 128);
}

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
