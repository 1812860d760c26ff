// A value, or an element of an array, as a message says it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ladder {

// Of 8 bytes a double, of 4 a float, of fewer a whole number without a sign: "0.1", "203". What is no number is said by
// its bits: "NaN (0x7fc00000)".
std::string value_in_words(std::uint64_t bits, std::size_t bytes);

// "in[5][3]": element `index` of an array of these extents, counted row by row; without any: "in[5]".
std::string element_in_words(const std::string& array, std::size_t index, const std::vector<std::size_t>& extents);

}  // namespace ladder
