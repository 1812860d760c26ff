#include "ladder/source/strides.hpp"

#include <algorithm>
#include <charconv>

#include "ladder/source/index_definitions.hpp"
#include "ladder/source/scope.hpp"
#include "ladder/source/tokens.hpp"

namespace ladder {

std::vector<LoopBesideThreads> loops_beside_threads(const SourceAccess& access, std::optional<int> part) {
  const std::vector<Definition> all = index_definitions(access, part);
  std::vector<LoopBesideThreads> found;
  for (const Definition& loop : all) {
    const std::size_t step = loop.text.rfind(" += ");
    if (!loop.is_of_loop || step == std::string::npos) continue;
    for (const Definition& sum : all) {
      const std::size_t value = sum.text.find(" = ");
      if (sum.is_of_loop || value == std::string::npos) continue;
      const Source source = source_of(sum.text.substr(value + 3));
      const auto has = [&](const std::string& text) {
        return std::ranges::any_of(terms(source, {0, source.tokens.size()}),
                                   [&](const Range& term) { return words(source, term.begin, term.end) == text; });
      };
      for (const char direction : {'x', 'y', 'z'}) {
        if (has(loop.name) && has(std::string("threadIdx.") + direction))
          found.push_back({loop.name, loop.text.substr(step + 4), direction, loop.at});
      }
    }
  }
  return found;
}

std::optional<long> value_of_product(const std::string& product,
                                     const std::function<std::optional<long>(const std::string&)>& value_of_name) {
  const Source source = source_of(product);
  long value = 1;
  for (std::size_t i = 0; i < source.tokens.size(); i += 2) {
    const std::string& text = source.tokens[i].text;
    long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) number = source.is_identifier(i) ? value_of_name(text).value_or(0) : 0;
    const bool divides = i > 0 && source.is(i - 1, "/");
    if (number == 0 || (i > 0 && !divides && !source.is(i - 1, "*"))) return std::nullopt;
    value = divides ? value / number : value * number;
  }
  return source.tokens.empty() ? std::nullopt : std::optional(value);
}

std::string taken_first(const std::string& text) {
  const Source source = source_of(text);
  const auto is_operand = [&](std::size_t i) {
    if (source.is(i - 1, ".")) return false;
    return source.is_identifier(i) || (i < source.tokens.size() && source.tokens[i].kind == TokenKind::number);
  };
  for (std::size_t i = 0; i + 4 < source.tokens.size(); ++i) {
    const std::string &first = source.tokens[i + 1].text, &then = source.tokens[i + 3].text;
    const bool matters = first == "%" || first == "/" ? is_one_of(then, {"*", "%"}) : first == "*" && then == "%";
    if (!matters || !is_operand(i) || !is_operand(i + 2) || !is_operand(i + 4)) continue;
    return "(" + words(source, i, i + 3) + ") " + words(source, i + 3, i + 5);
  }
  return "";
}

}  // namespace ladder
