#include "ladder/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace ladder {
namespace {

// How many bytes the control character, or the one that turns the direction of writing, has that begins there; 0: none
// does.
int length_of_control(const std::string& text, std::size_t begin) {
  const auto byte = [&](std::size_t i) { return begin + i < text.size() ? text[begin + i] & 0xff : 0; };
  const int first = byte(0), second = byte(1), third = byte(2);
  if ((first < 0x20 && first != '\n' && first != '\t') || first == 0x7f) return 1;
  if (first == 0xc2 && second >= 0x80 && second < 0xa0) return 2;  // U+0080-9F
  if (first == 0xd8 && second == 0x9c) return 2;                   // U+061C
  if (first == 0xe2 && second == 0x80 && (third == 0x8e || third == 0x8f || (third >= 0xaa && third <= 0xae))) return 3;
  if (first == 0xe2 && second == 0x81 && third >= 0xa6 && third <= 0xa9) return 3;  // U+2066-69
  return 0;
}

// How many bytes the character of UTF-8 has that begins there; 0: none does.
std::size_t length_in_utf8(const std::string& text, std::size_t begin) {
  const int first = text[begin] & 0xff;
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  for (std::size_t i = begin + 1; i < begin + length; ++i) {
    if (i >= text.size() || (text[i] & 0xc0) != 0x80) return 0;
  }
  return length;
}

}  // namespace

std::string printable(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = length_in_utf8(text, i), control = length_of_control(text, i);
    if (length > 0 && control == 0) {
      result += text.substr(i, length);
      i += length;
      continue;
    }
    for (const std::size_t end = i + std::max<std::size_t>(control, 1); i < end; ++i) {
      result += fmt::format("\\x{:02x}", text[i] & 0xff);
    }
  }
  return result;
}

}  // namespace ladder
