#include "ladder/base/printable.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace ladder {
namespace {

// Control characters, and those that turn the direction of writing.
bool is_control(char32_t c) {
  const auto lies = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return (c < 0x20 && c != '\n' && c != '\t') || lies(0x7f, 0x9f) || c == 0x61c || lies(0x200e, 0x200f) ||
         lies(0x202a, 0x202e) || lies(0x2066, 0x2069);
}

// How many bytes the character of UTF-8 has that begins there, and whether it can be shown. Where none begins: a byte.
std::pair<std::size_t, bool> character_at(const std::string& text, std::size_t begin) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? text[i] & 0xffu : 0; };
  const unsigned first = byte(begin);
  if (first < 0x80) return {1, !is_control(first)};
  if (first < 0xc2 || first >= 0xf5) return {1, false};
  const std::size_t bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  char32_t number = first & (0x7fu >> bytes);
  for (std::size_t i = begin + 1; i < begin + bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {1, false};
    number = number << 6 | (byte(i) & 0x3f);
  }
  return {bytes, !is_control(number)};
}

}  // namespace

std::string printable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto [bytes, is_shown] = character_at(text, i);
    for (const std::size_t end = i + bytes; i < end; ++i)
      result += is_shown ? std::string(1, text[i]) : fmt::format("\\x{:02x}", text[i] & 0xff);
  }
  return result;
}

}  // namespace ladder
