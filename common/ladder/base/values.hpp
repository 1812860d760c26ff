// A value, or an element of an array, as a message says it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ladder {

// Of 4 bytes a float, of fewer a whole number: "0.1", "203"; what is no number by its bits: "NaN (0x7fc00000)".
std::string value_in_words(std::uint32_t bits, std::size_t bytes);

// ": 3 for 3.5, as a conversion to an int makes it", where this, or one to a double, or to an integer of 8 or 16 bits,
// makes the bits of a float that was loaded those that were stored; of a word of two bytes, where the low one is left.
// Else nothing.
std::string conversion_in_words(std::uint32_t loaded, std::uint32_t stored, std::size_t bytes = sizeof(float));

// Whether a local variable of 4 bytes that nothing sets has these bits, as the compiler fills it
// (-ftrivial-auto-var-init=pattern): g++ all of them alike, clang++ floats with a NaN.
constexpr bool is_unset(std::uint32_t bits) {
#ifdef __clang__
  return bits == 0xffffffff || bits == 0xaaaaaaaa;
#else
  return bits == 0xfefefefe;
#endif
}

// Quotient and remainder; the remainder is not negative.
std::pair<std::ptrdiff_t, std::ptrdiff_t> divided(std::ptrdiff_t number, std::size_t by);

// "in[5][3]": element `index` of an array of these extents, counted row by row. The first index may lie beyond its end.
std::string element_in_words(const std::string& array, std::ptrdiff_t index, const std::vector<std::size_t>& extents);

}  // namespace ladder
