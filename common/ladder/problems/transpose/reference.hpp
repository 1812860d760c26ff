// The transpose on the CPU that every kernel's output is compared with, bit by bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ladder/problems/transpose/variant.hpp"
#include "ladder/verification/device_buffer.hpp"

namespace ladder::transpose {

// Elements `first` to first + out.size() - 1 of the transpose of the rows × cols input, as bits, row by row. Element
// (c, r) of the transpose is element (r, c) of the input; and that is a hash of its index, input_bits(r * cols + c), so
// that any part of the transpose can be had without a matrix in memory.
void transpose_on_cpu(std::size_t first, std::span<std::uint32_t> out, std::size_t rows, std::size_t cols);

// The same of a copy of the input.
void copy_on_cpu(std::size_t first, std::span<std::uint32_t> out);

// Compares `out` with what the CPU makes of this part of the rows × cols input, and checks its guard zones. Empty where
// all is well; else one line with the first mismatch, by which element of the input stands there and which should, how
// many elements are wrong, and how many of those were never written.
std::string verify(const DeviceArray& out, unsigned rows, unsigned cols, const Variant& variant, unsigned part = 0);

// Of an element that is wrong: "holds 0.5, not in[3][5]"; or, where it holds the poison, "was never written". That is
// not known of a small one, in which the input may have the same: "is still as before".
std::string wrong_in_words(std::uint32_t found, std::size_t element_bytes, const std::string& holds,
                           const std::string& due);

}  // namespace ladder::transpose
