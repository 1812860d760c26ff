#include "ladder/problems/transpose/reference.hpp"

#include "ladder/verification/test_data.hpp"

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

}  // namespace ladder::transpose
