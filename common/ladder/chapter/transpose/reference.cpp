#include "ladder/chapter/transpose/reference.hpp"

#include <algorithm>
#include <stdexcept>

namespace ladder::transpose {

void transpose_on_cpu(std::span<const std::uint32_t> in, std::span<std::uint32_t> out, std::size_t rows,
                      std::size_t cols) {
  if (in.size() != rows * cols || out.size() != rows * cols) {
    throw std::invalid_argument("transpose_on_cpu: in and out must hold rows * cols elements");
  }
  constexpr std::size_t block = 32;  // 32 x 32 x 4 bytes on each side: 8 KiB
  for (std::size_t r0 = 0; r0 < rows; r0 += block) {
    for (std::size_t c0 = 0; c0 < cols; c0 += block) {
      for (std::size_t c = c0; c < std::min(c0 + block, cols); ++c) {
        for (std::size_t r = r0; r < std::min(r0 + block, rows); ++r) out[c * rows + r] = in[r * cols + c];
      }
    }
  }
}

}  // namespace ladder::transpose
