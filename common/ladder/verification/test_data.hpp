// Input that hides no mistake: element i is a hash of i, as 32 bits. No two neighbours look alike at any size; many of
// the values are NaNs, so results are compared as bit patterns, never as floats.
#pragma once

#include <cstdint>

namespace ladder {

// Every byte of memory that nothing has written yet.
inline constexpr unsigned char poison_byte = 0xcb;
inline constexpr std::uint32_t poison_bits = 0xcbcbcbcb;

// The bits of input element `index`; never poison_bits. The mixing steps are those of SplitMix64 (Steele, Lea and
// Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
constexpr std::uint32_t input_bits(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  const auto bits = static_cast<std::uint32_t>((z ^ z >> 31) >> 32);
  return bits == poison_bits ? ~bits : bits;
}

}  // namespace ladder
