// The comparison of a device's output with what it has to be, bit by bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ladder/verification/device_buffer.hpp"

namespace ladder {

// Element i of the array, of at most 4 bytes, becomes this part of input_bits(i).
void fill_with_input(DeviceArray& array, unsigned part = 0);

// The reference's side: writes the 32 bits of elements first to first + bits.size() - 1, of which they have to be a
// part. Called for one piece after the other, from several threads.
using Expected = std::function<void(std::size_t first, std::span<std::uint32_t> bits)>;

enum class Nans { same_bits, any_nan };  // any_nan: one NaN is as good as another

struct Mismatch {
  std::size_t index;
  std::uint32_t expected, found;
};

struct Comparison {
  std::size_t wrong = 0, unwritten = 0;  // elements; those that hold the poison still are wrong as well
  std::optional<Mismatch> first;         // the one of lowest index
};

Comparison compare(const DeviceArray& found, const Expected& write_expected, unsigned part = 0,
                   Nans nans = Nans::same_bits);

// Each element of the array, as bits.
std::vector<std::uint32_t> bits_of(const DeviceArray& array);

}  // namespace ladder
