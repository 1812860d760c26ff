#include "ladder/source/strides.hpp"

#include <algorithm>

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
      if (sum.is_of_loop) continue;
      for (const char direction : {'x', 'y', 'z'}) {
        if (counts_alone(sum.text, loop.name) && counts_alone(sum.text, std::string("threadIdx.") + direction))
          found.push_back({loop.name, loop.text.substr(step + 4), direction, loop.at});
      }
    }
  }
  return found;
}

bool counts_alone(const std::string& definition, const std::string& number) {
  const Source source = source_of(definition);
  std::size_t begin = 0;
  while (begin < source.tokens.size() && !source.is(begin, "=")) ++begin;
  return std::ranges::any_of(terms(source, {begin + 1, source.tokens.size()}),
                             [&](const Range& term) { return words(source, term.begin, term.end) == number; });
}

std::string choice_with_sum(const std::string& text) {
  const Source source = source_of(text);
  std::size_t open = source.tokens.size();  // of the choice
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (source.is(i, "?")) open = i;
    if (!source.is(i, ":") || open > i) continue;
    const std::size_t begin = i + 1;
    for (; i < source.tokens.size() && !source.is_one_of(i, {")", "]", "}", ",", ";"}); ++i) {
      if (source.is_one_of(i, {"(", "["})) i = closing(source, i);
      if (source.is(i, "+") && source.is(i + 1, "(") && i > begin) return words(source, open + 1, i + 1) + " ..";
    }
    open = source.tokens.size();
  }
  return "";
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
