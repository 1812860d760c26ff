#include <algorithm>
#include <string>

#include "ladder/engine/emulator/executable/device_code.hpp"
#include "tools/try/source/rewriting.hpp"
#include "tools/try/source/units.hpp"

namespace ladder::tried {
namespace {

// Of the emulator's own headers: part of kernels.
bool is_of_emulator(const Source& source, std::size_t i) {
  const int file = source.tokens[i].file;
  return file >= 0 &&
         source.files[static_cast<std::size_t>(file)].find("/ladder/engine/emulator/") != std::string::npos;
}

// Of a function that a kernel may call, too; or that has a clause between `template <...>` and its type.
bool is_kept(const Source& source, const Unit& unit) {
  const auto begin = source.tokens.begin();
  return std::any_of(begin + static_cast<std::ptrdiff_t>(unit.begin), begin + static_cast<std::ptrdiff_t>(unit.body),
                     [](const Token& token) {
                       return token.text == "constexpr" || token.text == "consteval" || token.text == "requires";
                     });
}

// Where attributes may stand: behind `template <...>`, `extern "C"`, `[[...]]` and `__extension__`.
std::size_t begin_of_specifiers(const Source& source, std::size_t i) {
  for (;;) {
    const std::size_t next = code_from(source, i + 1);
    if (source.is(i, "template") && source.is(next, "<")) {
      i = code_from(source, closing(source, next) + 1);
    } else if (source.is(i, "extern") && next < source.tokens.size() && source.tokens[next].kind == TokenKind::text) {
      i = code_from(source, next + 1);
    } else if (source.is(i, "__extension__")) {
      i = next;
    } else if (source.is(i, "[")) {
      i = code_from(source, closing(source, i) + 1);
    } else {
      return i;
    }
  }
}

// Whether the brace opens the body of a lambda, `[](int a) {`, with nothing between the two brackets and it.
bool opens_lambda(const Source& source, std::size_t brace) {
  std::size_t before = code_before(source, brace);
  if (source.is(before, ")")) before = code_before(source, opening(source, before));
  return source.is(before, "]");
}

}  // namespace

void complete_main(Source& source) {
  for (const Unit& unit : units_of(source)) {
    if (unit.body == 0 || unit.name != "main") continue;
    for (std::size_t i = unit.body; i < unit.end; ++i) {
      if (source.is(i, "{") && opens_lambda(source, i)) i = std::min(closing(source, i), unit.end);
      if (source.is(i, "return") && source.is(code_from(source, i + 1), ";")) source.tokens[i].text = "return 0";
    }
  }
}

void spare_host_code(Source& source) {
  for (const Unit& unit : units_of(source)) {
    if (unit.body == 0 || unit.for_device || is_of_emulator(source, unit.begin) || is_kept(source, unit)) continue;
    const std::size_t begin = begin_of_specifiers(source, unit.begin);
    if (begin < unit.body) source.tokens[begin].before.append(emulator::host_code_attributes).append(" ");
  }
}

}  // namespace ladder::tried
