#include "ladder/base/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ladder {
namespace {

std::uint32_t part_of_word(std::uint32_t bits, std::size_t bytes) { return bits & ((1u << (8 * bytes)) - 1); }

}  // namespace

std::string value_in_words(std::uint32_t bits, std::size_t bytes) {
  if (bytes < sizeof(float)) return fmt::format("{}", part_of_word(bits, bytes));
  const auto value = std::bit_cast<float>(bits);
  return std::isnan(value) ? fmt::format("NaN ({:#010x})", bits) : fmt::format("{}", value);
}

std::string conversion_in_words(std::uint32_t loaded, std::uint32_t stored, std::size_t bytes) {
  if (bytes < sizeof(float)) {
    const bool is_low_byte = bytes == 2 && part_of_word(loaded, 1) == part_of_word(stored, bytes);
    return is_low_byte ? ", its low 8 bits, as a conversion to an integer of 8 bits makes it" : "";
  }
  const float value = std::bit_cast<float>(loaded);
  constexpr std::uint32_t quiet = 1u << 22;  // of a NaN
  const auto low_half = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
  if (value != value && (stored == (loaded | quiet) || stored == low_half))
    return ", as a conversion to a double, or arithmetic, makes it";
  const int whole = value > -2147483648.f && value < 2147483648.f ? static_cast<int>(value) : 0;
  if (std::bit_cast<std::uint32_t>(static_cast<float>(whole)) == stored || static_cast<std::uint32_t>(whole) == stored)
    return fmt::format(": {} for {}, as a conversion to an int makes it", whole, value);
  for (const std::size_t narrow : {1, 2}) {
    if (stored != 0 && part_of_word(static_cast<std::uint32_t>(whole), narrow) == stored)
      return fmt::format(": {} for {}, as a conversion to an integer of {} bits makes it", stored, value, 8 * narrow);
  }
  return "";
}

std::pair<std::ptrdiff_t, std::ptrdiff_t> divided(std::ptrdiff_t number, std::size_t by) {
  const auto divisor = std::max<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(by));
  const std::ptrdiff_t remainder = (number % divisor + divisor) % divisor;
  return {(number - remainder) / divisor, remainder};
}

std::string element_in_words(const std::string& array, std::ptrdiff_t index, const std::vector<std::size_t>& extents) {
  std::string indexes;
  for (std::size_t i = extents.size(); i-- > 0;) {
    const auto [rows, column] = divided(index, extents[i]);
    indexes = fmt::format("[{}]", i == 0 ? index : column) + indexes;
    index = rows;
  }
  return array + indexes;
}

}  // namespace ladder
