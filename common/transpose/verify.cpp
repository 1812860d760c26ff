#include "transpose/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <optional>
#include <vector>

#include "parallel.hpp"
#include "test_data.hpp"
#include "transpose/diagnose.hpp"
#include "transpose/reference.hpp"

namespace ladder::transpose {
namespace {

// Matrices are filled and compared in pieces of about this many elements, so that the host never holds a whole one.
constexpr std::size_t piece_elements = std::size_t{1} << 22;

std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
bool is_nan(std::uint32_t bits) { return (bits & 0x7fffffffu) > 0x7f800000u; }

struct Mismatch {
  std::size_t index;
  std::uint32_t expected, found;
};

struct Tally {
  std::size_t wrong = 0, unwritten = 0;
  std::optional<Mismatch> first;

  void compare(std::size_t index, std::uint32_t expected, std::uint32_t found) {
    if (expected == found) return;
    ++wrong;
    if (found == poison_bits) ++unwritten;
    if (!first || index < first->index) first = Mismatch{index, expected, found};
  }
  void add(const Tally& other) {
    wrong += other.wrong;
    unwritten += other.unwritten;
    if (other.first && (!first || other.first->index < first->index)) first = other.first;
  }
};

// Elements first to first + size - 1 of the right output. A piece is either some whole rows of the output, or a part of
// one: the CPU transposes the input that belongs there.
void expected_piece(std::size_t first, std::span<std::uint32_t> piece, std::size_t rows, std::size_t cols,
                    Result result) {
  if (result == Result::copied) {
    for (std::size_t i = 0; i < piece.size(); ++i) piece[i] = input_bits(first + i);
    return;
  }
  const std::size_t r0 = first % rows, c0 = first / rows;
  const std::size_t height = std::min(rows, piece.size()), width = piece.size() / height;
  std::vector<std::uint32_t> input(piece.size());
  for (std::size_t r = 0; r < height; ++r) {
    for (std::size_t c = 0; c < width; ++c) input[r * width + c] = input_bits((r0 + r) * cols + c0 + c);
  }
  transpose_on_cpu(input, piece, height, width);
}

// Where the pieces begin, and the end of the last: as many whole rows of the output as fit, or parts of a row.
std::vector<std::size_t> piece_bounds(std::size_t rows, std::size_t cols) {
  const std::size_t whole_rows = std::min(cols, piece_elements / rows);
  std::vector<std::size_t> bounds;
  for (std::size_t c = 0; c < cols; c += std::max<std::size_t>(1, whole_rows)) {
    for (std::size_t r = 0; r<rows; r += whole_rows> 0 ? rows : piece_elements) bounds.push_back(c * rows + r);
  }
  bounds.push_back(rows * cols);
  return bounds;
}

// The pattern in a wrong output, behind a semicolon; nothing for a copy, or where the output is large.
std::string pattern_in(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant) {
  constexpr std::size_t most_elements = std::size_t{1} << 24;
  if (variant.result == Result::copied || out.size() > most_elements || variant.tile.x == 0) return {};
  std::vector<float> found(out.size());
  std::vector<std::uint32_t> found_bits(out.size());
  out.download(0, found);
  std::transform(found.begin(), found.end(), found_bits.begin(), bits);
  const std::string pattern = diagnose(found_bits, rows, cols, variant.tile);
  return pattern.empty() ? "" : "; " + pattern;
}

}  // namespace

void fill_with_input(DeviceBuffer<float>& buffer) {
  const std::size_t pieces = (buffer.size() + piece_elements - 1) / piece_elements;
  in_parallel(pieces, [&](std::size_t piece) {
    const std::size_t first = piece * piece_elements;
    std::vector<float> values(std::min(piece_elements, buffer.size() - first));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::bit_cast<float>(input_bits(first + i));
    buffer.upload(first, values);
  });
}

std::string verify(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant) {
  const auto bounds = piece_bounds(rows, cols);
  Tally tally;
  std::mutex mutex;
  in_parallel(bounds.size() - 1, [&](std::size_t piece) {
    const std::size_t first = bounds[piece], size = bounds[piece + 1] - first;
    std::vector<float> found(size);
    std::vector<std::uint32_t> expected(size);
    out.download(first, found);
    expected_piece(first, expected, rows, cols, variant.result);
    Tally of_piece;
    for (std::size_t i = 0; i < size; ++i) {
      if (!variant.keeps_nan_bits && is_nan(expected[i]) && is_nan(bits(found[i]))) continue;
      of_piece.compare(first + i, expected[i], bits(found[i]));
    }
    const std::lock_guard lock(mutex);
    tally.add(of_piece);
  });
  if (tally.first) {
    const std::size_t out_cols = variant.result == Result::copied ? cols : rows;
    return fmt::format(
        "row {}, column {} of the output is {:#010x}, not {:#010x}; {} of {} elements are wrong, {} of "
        "them never written{}",
        tally.first->index / out_cols, tally.first->index % out_cols, tally.first->found, tally.first->expected,
        tally.wrong, out.size(), tally.unwritten, pattern_in(out, rows, cols, variant));
  }
  if (!out.guards_intact()) return "something was written outside the output";
  return {};
}

}  // namespace ladder::transpose
