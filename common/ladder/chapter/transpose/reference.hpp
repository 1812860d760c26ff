// The transpose on the CPU that every kernel is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ladder::transpose {

// out[c * rows + r] = in[r * cols + c], as bits, block by block so that both sides stay in the cache. Both spans hold
// rows * cols elements; throws std::invalid_argument otherwise.
void transpose_on_cpu(std::span<const std::uint32_t> in, std::span<std::uint32_t> out, std::size_t rows,
                      std::size_t cols);

}  // namespace ladder::transpose
