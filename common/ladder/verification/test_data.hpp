// Input that hides no mistake: element i is a hash of i, as 32 bits, and no two are alike. Many of the values are NaNs,
// so results are compared as bit patterns, never as floats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ladder {

// Every byte of memory that nothing has written yet.
inline constexpr unsigned char poison_byte = 0xcb;
inline constexpr std::uint32_t poison_bits = 0xcbcbcbcb;

// A permutation of the numbers of 32 bits: x ^ x >> n is one for n > 0, and so is a product with an odd number. (The
// constants: Chris Wellons, "Prospecting for Hash Functions", 2018, lowbias32.)
constexpr std::uint32_t permuted(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// The bits of input element `index`; never poison_bits, and of the first element not 0. No two of the first 2^32 - 1
// elements have the same; element i + k * 2^32 has those of an element with another number than i.
constexpr std::uint32_t input_bits(std::uint64_t index) {
  constexpr std::uint32_t first = 761;  // any but 0, which is permuted to 0
  const auto low = static_cast<std::uint32_t>(index), high = static_cast<std::uint32_t>(index >> 32);
  const std::uint32_t bits = permuted(low ^ high * 0x9e3779b9u ^ first);
  return bits == poison_bits ? permuted(UINT32_MAX ^ first) : bits;
}

// Which of so many input elements has these bits; none where none has. Of 2^32 or more, two may have them: none.
inline std::optional<std::size_t> input_with(std::uint32_t bits, std::size_t elements) {
  for (std::size_t i = 0; i < elements && elements <= UINT32_MAX; ++i) {
    if (input_bits(i) == bits) return i;
  }
  return std::nullopt;
}

// An element of less than 4 bytes has room for a part of these bits; part 0 is the lowest. Many elements have the same
// part, and two of them that change places cannot be told from right ones. So the checks run a kernel once with each of
// the parts: side by side these are the 32 bits again, and every element is told from every other.
constexpr std::uint32_t part_of(std::uint32_t bits, std::size_t element_bytes, unsigned part = 0) {
  return bits >> 8 * element_bytes * part & UINT32_MAX >> (32 - 8 * element_bytes);
}
constexpr unsigned parts_of(std::size_t element_bytes) { return static_cast<unsigned>(4 / element_bytes); }

}  // namespace ladder
