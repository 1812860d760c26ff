// Which part of a matrix lies on which device.
#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace ladder::many_gpus
