#include "tools/try/source/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace ladder::tried {
namespace {

// Whether the = at i belongs to a name, as in `operator<<=`.
bool is_of_operator(const Source& source, std::size_t i) {
  for (std::size_t back = 1; back <= 3; ++back) {
    if (source.is(i - back, "operator")) return true;
    if (i < back || source.is_identifier(i - back)) return false;
  }
  return false;
}

// The end of the lists that may follow a word: `template <...>`, `noexcept(...)`, `requires (...) {...}`. i: the
// word's; returned where there is none.
std::size_t end_of_lists(const Source& source, std::size_t i) {
  const bool is_template = source.is(i, "template"), requires_something = source.is(i, "requires");
  std::size_t end = i;
  const auto take = [&](const char* bracket) {
    const std::size_t open = code_from(source, end + 1);
    const std::size_t close = source.is(open, bracket) ? closing(source, open) : source.tokens.size();
    if (close < source.tokens.size()) end = close;
  };
  if (is_template) take("<");
  if (requires_something || takes_brackets(source.tokens[i].text)) take("(");
  if (requires_something) take("{");
  return end;
}

}  // namespace

Unit unit_at(const Source& source, std::size_t begin) {
  Unit unit;
  unit.begin = begin, unit.end = source.tokens.size();
  bool is_namespace = source.is(begin, "extern"), has_parameters = false, has_value = false, has_initializers = false,
       says_host = false;
  for (std::size_t i = begin; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (source.tokens[i].kind == TokenKind::directive) continue;
    const bool is_label = text == ":" && i == code_from(source, begin + 1);  // public:
    if (text == ";" || text == "}" || is_label) {
      unit.end = i + 1;
      break;
    }
    if (const std::size_t end = end_of_lists(source, i); end > i) {
      i = end;
    } else if (text == "(" || text == "[") {
      has_parameters = has_parameters || text == "(";
      i = closing(source, i);
    } else if (text == "=" && !is_of_operator(source, i)) {
      has_value = true;
    } else if (text == ":" && has_parameters) {
      has_initializers = true;
    } else if (text == "{") {
      const bool of_member = has_initializers && (source.is_identifier(i - 1) || source.is(i - 1, ">"));
      if ((unit.is_class || is_namespace) && !has_parameters && !has_value) {
        unit.scope = i;
        unit.end = i + 1;
        break;
      }
      const std::size_t close = closing(source, i);
      if (has_parameters && !has_value && !of_member) {
        unit.body = i;
        unit.end = std::min(close + 1, source.tokens.size());
        break;
      }
      i = close;
    } else if (source.is_identifier(i)) {
      unit.is_class = unit.is_class || text == "struct" || text == "class" || text == "union";
      is_namespace = is_namespace || text == "namespace";
      unit.for_device = unit.for_device || text == "__device__" || text == "__global__";
      says_host = says_host || text == "__host__";
      if (!has_parameters && !has_value) unit.name = text;
    }
  }
  unit.for_host = says_host || !unit.for_device;
  return unit;
}

std::vector<Unit> units_of(const Source& source) {
  std::vector<Unit> units;
  std::map<std::pair<int, int>, int> numbers;  // of those that begin on a line
  for (std::size_t i = code_from(source, 0); i < source.tokens.size(); i = code_from(source, units.back().end)) {
    units.push_back(unit_at(source, i));
    const Token& first = source.tokens[i];
    const std::string file = first.file < 0 ? "" : source.files[static_cast<std::size_t>(first.file)];
    units.back().place = fmt::format("{}:{}:{}", file, first.line, ++numbers[{first.file, first.line}]);
  }
  return units;
}

}  // namespace ladder::tried
