// What is summed; the sum on the CPU that every kernel's is compared with, and how close it has to come.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>

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

// A sum in double precision that carries its rounding errors along (Neumaier, "Rundungsfehleranalyse einiger Verfahren
// zur Summation endlicher Summen", 1974), and the sum of the magnitudes. NaN and infinity go through.
class Reference {
 public:
  void add(std::span<const float> values);
  void add(const Reference& other);

  double sum() const;
  double magnitude() const { return magnitude_; }

 private:
  void add_to_sum(double value);

  double sum_ = 0, correction_ = 0, magnitude_ = 0;
};

// Whether a result that was poisoned before the run is still poison.
inline bool never_written(float sum) { return std::bit_cast<std::uint32_t>(sum) == poison_bits; }

// What is wrong with `sum`, in one line; empty where it is as close to the reference as `chain` additions in single
// precision can come: |error| <= chain * 2^-24 * sum |x|. NaN equals NaN, and infinity itself.
std::string judge(float sum, const Reference& reference, double chain);

// The bound that judge() holds the error to.
double error_bound(const Reference& reference, double chain);

}  // namespace ladder::reduction
