#include "ladder/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace ladder {
namespace {

// A character of UTF-8.
struct Character {
  char32_t code = 0;
  std::size_t length = 0;  // in bytes; 0: there is none
};

Character character_at(const std::string& text, std::size_t begin) {
  const unsigned first = text[begin] & 0xff;
  if (first < 0x80) return {first, 1};
  const std::size_t length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  char32_t code = first & (0x7fu >> length);
  for (std::size_t i = begin + 1; i < begin + length; ++i) {
    if (i >= text.size() || (text[i] & 0xc0) != 0x80) return {};
    code = code << 6 | (text[i] & 0x3f);
  }
  return {code, length};
}

// Whether it controls the terminal, or turns the direction of writing.
bool has_power(char32_t c) {
  return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

}  // namespace

std::string printable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto [code, length] = character_at(text, i);
    const std::size_t end = i + std::max<std::size_t>(length, 1);
    const bool is_harmless = length > 0 && !has_power(code);
    for (; i < end; ++i) result += is_harmless ? std::string(1, text[i]) : fmt::format("\\x{:02x}", text[i] & 0xff);
  }
  return result;
}

}  // namespace ladder
