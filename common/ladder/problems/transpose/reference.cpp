#include "ladder/problems/transpose/reference.hpp"

#include <fmt/format.h>

#include "ladder/base/values.hpp"
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

std::string wrong_in_words(std::uint32_t found, std::size_t element_bytes, const std::string& holds,
                           const std::string& due) {
  if (found == part_of(poison_bits, element_bytes))
    return fmt::format("{} {}", element_bytes == 4 ? "was" : "is", with_poison(element_bytes));
  return fmt::format("holds {}, not {}", holds, due);
}

std::string verify(const DeviceArray& out, unsigned rows, unsigned cols, const Variant& variant, unsigned part) {
  const bool copied = variant.output == Output::copied;
  const Expected expected = [&](std::size_t first, std::span<std::uint32_t> bits) {
    copied ? copy_on_cpu(first, bits) : transpose_on_cpu(first, bits, rows, cols);
  };
  const auto [wrong, unwritten, first] =
      compare(out, expected, part, variant.keeps_nan_bits ? Nans::same_bits : Nans::any_nan);
  if (first) {
    const std::size_t bytes = out.element_bytes(), i = first->index;
    const auto in_input = [&](std::size_t index) { return element_in_words("in", index, {rows, cols}); };
    const auto source = input_with(first->found, bytes == sizeof(float) ? out.size() : 0);  // many small ones are alike
    const std::string holds = source ? in_input(*source) : value_in_words(first->found, bytes);
    return fmt::format("{} {}; {} of {} elements are wrong, {} of them {}",
                       element_in_words("out", i, {0, copied ? cols : rows}),
                       wrong_in_words(first->found, bytes, holds, in_input(copied ? i : i % rows * cols + i / rows)),
                       wrong, out.size(), unwritten, with_poison(bytes));
  }
  if (!out.guards_intact()) return "something was written outside the output";
  return {};
}

}  // namespace ladder::transpose
