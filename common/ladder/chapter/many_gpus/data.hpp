// What the devices start with.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ladder/verification/test_data.hpp"

namespace ladder::many_gpus {

// Element i of the matrix, row by row.
inline float element_of_matrix(std::size_t i) {
  const std::uint32_t bits = input_bits(i);
  float value;
  static_assert(sizeof value == sizeof bits);
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

// Element i of a rank's vector: a whole number from -128 to 127, so that sums are exact in any order.
constexpr float element_of_vector(std::size_t rank, std::size_t i) {
  return static_cast<float>(static_cast<int>(input_bits((std::uint64_t{rank} << 40) + i) % 256) - 128);
}

}  // namespace ladder::many_gpus
