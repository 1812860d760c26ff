#include "ladder/verification/missing.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace ladder {
namespace {

// Rows or columns of which nothing is used.
struct Side {
  const char* one;    // "row"
  long first, end;    // of those that are missing; equal where none is
  long other_length;  // of the other side
  long missing() const { return end - first; }
};

// The first of those at the end of which none is used.
template <typename IsUsed>
long first_missing(long length, const IsUsed& is_used) {
  long first = length;
  while (first > 0 && !is_used(first - 1)) --first;
  return first;
}

std::string in_words(const Side& side, const std::string& array) {
  const std::string which = side.missing() == 1 ? fmt::format("the last {} of {}, {}", side.one, array, side.first)
                                                : fmt::format("{}s {} to {} of {}, the last {}", side.one, side.first,
                                                              side.end - 1, array, side.missing());
  if (side.first == side.other_length) {
    return fmt::format(
        "every {} of {} from {} on, as many as the other side has: rows and columns are exchanged in a "
        "test",
        side.one, array, side.first);
  }
  for (const long group : {4, 8, 16, 32, 64, 128, 256}) {
    if (side.missing() != side.end % group) continue;
    return fmt::format(
        "{}, those that are left over from whole groups of {}: a test leaves out a group that is not "
        "whole",
        which, group);
  }
  if (side.missing() == 1) return which + ": a test is too strict by one";
  return which + ": a test is too strict, or a loop ends too soon";
}

}  // namespace

std::string missing_in_words(const std::vector<bool>& used, const MatrixShape& shape) {
  const auto at = [&](long row, long col) { return used[static_cast<std::size_t>(row * shape.cols + col)]; };
  // More than half of it: what leads beyond a row may lead into one of these.
  const auto row_is_used = [&](long row) {
    long count = 0;
    for (long col = 0; col < shape.cols; ++col) count += at(row, col) ? 1 : 0;
    return 2 * count > shape.cols;
  };
  const auto col_is_used = [&](long col) {
    long count = 0;
    for (long row = 0; row < shape.rows; ++row) count += at(row, col) ? 1 : 0;
    return 2 * count > shape.rows;
  };
  const Side rows{"row", first_missing(shape.rows, row_is_used), shape.rows, shape.cols};
  const Side cols{"column", first_missing(shape.cols, col_is_used), shape.cols, shape.rows};
  if (rows.first == 0 || (rows.missing() == 0) == (cols.missing() == 0)) return {};
  for (long row = 0; row < rows.first; ++row) {
    for (long col = 0; col < cols.first; ++col) {
      if (!at(row, col)) return {};
    }
  }
  return in_words(rows.missing() != 0 ? rows : cols, shape.name);
}

}  // namespace ladder
