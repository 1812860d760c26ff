#include "ladder/source/sizes.hpp"

#include <algorithm>

#include "ladder/source/scope.hpp"

namespace ladder {
namespace {

// Whether it counts bytes, by itself or by a name that has its value in this file; none: it has no name, or one has no
// value here.
std::optional<bool> counts_bytes(const Source& source, Range range, int depth = 0) {
  constexpr int most_names = 5;  // each of which makes the next
  const auto& tokens = source.tokens;
  std::optional<bool> result = depth > 0 ? std::optional(false) : std::nullopt;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const bool is_factor = source.is(i + 1, "*") || source.is(i - 1, "*");
    if (source.is(i, "sizeof") || (is_factor && is_one_of(tokens[i].text, {"2", "4", "8", "16"}))) return true;
    if (!source.is_identifier(i) || is_one_of(tokens[i].text, {"size_t", "int", "static_cast"})) continue;
    std::optional<bool> of_name;
    for (std::size_t j = 0; j + 1 < tokens.size() && depth < most_names; ++j) {
      const bool is_macro = tokens[j].kind == TokenKind::directive &&
                            tokens[j].text.find("define " + tokens[i].text + " ") != std::string::npos;
      std::size_t end = j + 2;
      if (is_macro) {
        of_name = tokens[j].text.find("sizeof") != std::string::npos;
      } else if (tokens[j].text == tokens[i].text && source.is(j + 1, "=")) {
        while (end < tokens.size() && !source.is(end, ";")) ++end;
        of_name = counts_bytes(source, {j + 2, end}, depth + 1);
      }
      if (of_name.value_or(false)) return true;
    }
    if (!of_name) return std::nullopt;
    result = false;
  }
  return result;
}

}  // namespace

std::optional<std::string> size_in_elements(const CodePlace& at) {
  const auto scope = scope_of(at, 0);
  if (!scope) return std::nullopt;
  const Source& source = *scope->source;
  const Range line = tokens_of_line(source, at.line);
  for (std::size_t i = line.begin; i < line.end; ++i) {
    const std::string& call = source.tokens[i].text;
    const bool is_launch = call == "<<<", allocates = call.starts_with("cudaMalloc");
    if (!is_launch && !allocates && !call.starts_with("cudaMem")) continue;
    const std::size_t begin = is_launch ? i : i + 1;
    std::size_t end = is_launch ? i : closing(source, begin);
    while (is_launch && end < line.end && !source.is(end, ">>>")) ++end;
    const auto arguments = comma_separated(source, begin + 1, end);
    const std::size_t which = allocates ? 1 : 2;
    if (arguments.size() <= which) return std::nullopt;
    const auto [first, last] = arguments[which];
    return counts_bytes(source, {first, last}).value_or(true) ? std::nullopt
                                                              : std::optional(words(source, first, last));
  }
  return std::nullopt;
}

}  // namespace ladder
