#include "ladder/base/values.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace ladder {

std::string value_in_words(std::uint64_t bits, std::size_t bytes) {
  if (bytes < sizeof(float)) return fmt::format("{}", bits);
  const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const auto wide = bytes == sizeof(double) ? std::bit_cast<double>(bits) : value;
  if (std::isnan(wide)) return fmt::format("NaN ({:#0{}x})", bits, 2 + 2 * bytes);
  return bytes == sizeof(double) ? fmt::format("{}", wide) : fmt::format("{}", value);
}

std::string element_in_words(const std::string& array, std::size_t index, const std::vector<std::size_t>& extents) {
  std::string indexes;
  for (std::size_t i = extents.size(); i-- > 1; index /= extents[i])
    indexes = fmt::format("[{}]", index % extents[i]) + indexes;
  return fmt::format("{}[{}]{}", array, index, indexes);
}

}  // namespace ladder
