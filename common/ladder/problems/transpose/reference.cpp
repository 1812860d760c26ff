#include "ladder/problems/transpose/reference.hpp"

#include <fmt/format.h>

#include "ladder/verification/comparison.hpp"

namespace ladder::transpose {

void transpose_on_cpu(std::size_t first, std::span<std::uint32_t> out, std::size_t rows, std::size_t cols) {
  std::size_t r = first % rows, c = first / rows;
  for (std::uint32_t& element : out) {
    element = input_bits(r * cols + c);
    if (++r == rows) {
      r = 0;
      ++c;
    }
  }
}

void copy_on_cpu(std::size_t first, std::span<std::uint32_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = input_bits(first + i);
}

std::string verify(const DeviceBuffer<float>& out, unsigned rows, unsigned cols, const Variant& variant) {
  const bool copied = variant.output == Output::copied;
  const Expected expected = [&](std::size_t first, std::span<std::uint32_t> bits) {
    copied ? copy_on_cpu(first, bits) : transpose_on_cpu(first, bits, rows, cols);
  };
  const auto [wrong, unwritten, first] =
      compare(out, expected, variant.keeps_nan_bits ? Nans::same_bits : Nans::any_nan);
  if (first) {
    const std::size_t out_cols = copied ? cols : rows;
    const std::string is_what = first->found == poison_bits
                                    ? "was never written"
                                    : fmt::format("is {:#010x}, not {:#010x}", first->found, first->expected);
    return fmt::format("row {}, column {} of the output {}; {} of {} elements are wrong, {} of them never written",
                       first->index / out_cols, first->index % out_cols, is_what, wrong, out.size(), unwritten);
  }
  if (!out.guards_intact()) return "something was written outside the output";
  return {};
}

}  // namespace ladder::transpose
