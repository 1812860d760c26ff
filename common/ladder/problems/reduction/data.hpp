// What is summed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ladder/verification/test_data.hpp"

namespace ladder::reduction {

// fractions: uniform in [0, 1). For these the result has to keep an error bound.
// integers: -8 to 8 without 0, of both signs, so that partial sums stay below 2^24 and the result is exact. 64
// neighbours have the same sign: no element, and no few neighbours, can be missing or counted twice unseen.
enum class Data { fractions, integers };

inline float element(Data data, std::size_t index) {
  const std::uint32_t bits = input_bits(index);
  if (data == Data::fractions) return static_cast<float>(bits >> 8) * 0x1p-24f;
  const int magnitude = static_cast<int>(bits % 8 + 1);
  return static_cast<float>((input_bits(index / 64) >> 31) != 0 ? -magnitude : magnitude);
}

}  // namespace ladder::reduction
