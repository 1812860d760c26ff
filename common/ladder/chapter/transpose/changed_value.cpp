#include "ladder/chapter/transpose/changed_value.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ladder::transpose {
namespace {

// As a GPU converts: to the nearest int that there is towards 0, and a NaN to 0.
template <typename Int>
float through(float value) {
  constexpr auto least = std::numeric_limits<Int>::min(), most = std::numeric_limits<Int>::max();
  if (std::isnan(value)) return 0;
  if (value <= static_cast<float>(least)) return static_cast<float>(least);
  if (value >= static_cast<float>(most)) return static_cast<float>(most);
  return static_cast<float>(static_cast<Int>(value));
}

// Rounded to so many bits behind the first one, for numbers that the short type holds as normal ones; too large ones
// become infinite, too small ones 0 or nearly so.
bool is_rounded(float was, float is, int bits, int least_exponent, int most_exponent) {
  if (std::isnan(was) || was == 0) return false;
  const int exponent = std::ilogb(was);
  if (exponent > most_exponent) return std::isinf(is) && std::signbit(is) == std::signbit(was);
  if (exponent < least_exponent - bits - 1) return is == 0;
  const float unit = std::ldexp(1.0f, std::max(exponent, least_exponent) - bits);
  return std::abs(is - was) <= unit / 2 && std::fmod(is, unit) == 0;
}

}  // namespace

std::string changed_by(std::uint32_t was, std::uint32_t is) {
  constexpr std::uint32_t quiet_bit = 0x00400000;
  const auto value = std::bit_cast<float>(was), found = std::bit_cast<float>(is);
  if (was == is || is == 0) return {};  // 0 is what reads of nothing find, too
  if (std::isnan(value) && is == (was | quiet_bit)) return "a double, or arithmetic,";
  const auto fits = [&](float converted) { return converted == found; };
  // On the CPU, what no int can be is the least of them.
  if (fits(through<std::int32_t>(value)) || found == -0x1p31f) return "an int";
  if (fits(through<std::uint32_t>(value))) return "an unsigned";
  if (is_rounded(value, found, 10, -14, 15)) return "a half";
  return {};
}

}  // namespace ladder::transpose
