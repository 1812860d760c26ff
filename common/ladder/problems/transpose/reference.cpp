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

namespace {

const char* with_poison(std::size_t element_bytes) { return element_bytes == 4 ? "never written" : "still as before"; }

}  // namespace

std::string wrong_in_words(std::uint32_t found, std::uint32_t expected, std::size_t element_bytes) {
  if (found == part_of(poison_bits, element_bytes))
    return fmt::format("{} {}", element_bytes == 4 ? "was" : "is", with_poison(element_bytes));
  return fmt::format("is {:#0{}x}, not {:#0{}x}", found, 2 + 2 * element_bytes, expected, 2 + 2 * element_bytes);
}

std::string verify(const DeviceArray& out, unsigned rows, unsigned cols, const Variant& variant, unsigned part) {
  const bool copied = variant.output == Output::copied;
  const Expected expected = [&](std::size_t first, std::span<std::uint32_t> bits) {
    copied ? copy_on_cpu(first, bits) : transpose_on_cpu(first, bits, rows, cols);
  };
  const auto [wrong, unwritten, first] =
      compare(out, expected, part, variant.keeps_nan_bits ? Nans::same_bits : Nans::any_nan);
  if (first) {
    const std::size_t out_cols = copied ? cols : rows;
    return fmt::format("row {}, column {} of the output {}; {} of {} elements are wrong, {} of them {}",
                       first->index / out_cols, first->index % out_cols,
                       wrong_in_words(first->found, first->expected, out.element_bytes()), wrong, out.size(), unwritten,
                       with_poison(out.element_bytes()));
  }
  if (!out.guards_intact()) return "something was written outside the output";
  return {};
}

}  // namespace ladder::transpose
