#include "ladder/base/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace ladder {

std::string value_in_words(std::uint32_t bits, std::size_t bytes) {
  if (bytes < sizeof(float)) return fmt::format("{}", bits);
  const auto value = std::bit_cast<float>(bits);
  return std::isnan(value) ? fmt::format("NaN ({:#010x})", bits) : fmt::format("{}", value);
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
