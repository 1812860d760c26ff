#include "ladder/chapter/transpose/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <optional>
#include <vector>

#include "ladder/base/parallel.hpp"
#include "ladder/chapter/transpose/diagnose.hpp"
#include "ladder/verification/test_data.hpp"

namespace ladder::transpose {
namespace {

// Matrices are filled and compared in pieces of about this many elements, so that the host never holds a whole one.
constexpr std::size_t piece_elements = std::size_t{1} << 20;

std::size_t pieces_of(std::size_t elements) { return (elements + piece_elements - 1) / piece_elements; }

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

// Compares elements `first` to first + found.size() - 1 of the output with what they must be: element (c, r) of a
// transpose is element (r, c) of the input, which is a function of its index.
Tally compare(std::size_t first, std::span<const float> found, std::size_t rows, std::size_t cols,
              const Variant& variant) {
  Tally tally;
  std::size_t r = first % rows, c = first / rows;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t expected = input_bits(variant.output == Output::copied ? first + i : r * cols + c);
    const bool both_nan = is_nan(expected) && is_nan(bits(found[i]));
    if (variant.keeps_nan_bits || !both_nan) tally.compare(first + i, expected, bits(found[i]));
    if (++r == rows) {
      r = 0;
      ++c;
    }
  }
  return tally;
}

// The pattern in a wrong output, behind a semicolon; nothing for a copy, or where the output is large.
std::string pattern_in(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant) {
  constexpr std::size_t most_elements = std::size_t{1} << 24;
  if (variant.output == Output::copied || out.size() > most_elements || variant.tile.x == 0) return {};
  std::vector<float> found(out.size());
  std::vector<std::uint32_t> found_bits(out.size());
  out.download(0, found);
  std::transform(found.begin(), found.end(), found_bits.begin(), bits);
  const std::string pattern = diagnose(found_bits, rows, cols, variant.tile);
  return pattern.empty() ? "" : "; " + pattern;
}

}  // namespace

void fill_with_input(DeviceBuffer<float>& buffer) {
  in_parallel(pieces_of(buffer.size()), [&](std::size_t piece) {
    const std::size_t first = piece * piece_elements;
    std::vector<float> values(std::min(piece_elements, buffer.size() - first));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::bit_cast<float>(input_bits(first + i));
    buffer.upload(first, values);
  });
}

std::string verify(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant) {
  Tally tally;
  std::mutex mutex;
  in_parallel(pieces_of(out.size()), [&](std::size_t piece) {
    const std::size_t first = piece * piece_elements;
    std::vector<float> found(std::min(piece_elements, out.size() - first));
    out.download(first, found);
    const Tally of_piece = compare(first, found, rows, cols, variant);
    const std::lock_guard lock(mutex);
    tally.add(of_piece);
  });
  if (tally.first) {
    const std::size_t out_cols = variant.output == Output::copied ? cols : rows;
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
