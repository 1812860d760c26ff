#include "ladder/source/conditions.hpp"

#include <algorithm>

#include "ladder/source/scope.hpp"

namespace ladder {
namespace {

// One past the statement that begins there.
std::size_t end_of_statement(const Source& source, std::size_t begin) {
  const std::size_t first = code_from(source, begin), all = source.tokens.size();
  if (first >= all) return all;
  if (source.is(first, "{")) return closing(source, first) + 1;
  if (is_one_of(source.tokens[first].text, {"if", "for", "while"})) {
    std::size_t head = first + 1;
    while (head < all && !source.is(head, "(")) ++head;  // if constexpr (
    const std::size_t end = end_of_statement(source, std::min(closing(source, head) + 1, all));
    return source.is(end, "else") ? end_of_statement(source, end + 1) : end;
  }
  std::size_t i = first;
  while (i < all && !source.is(i, ";"))
    i = (is_one_of(source.tokens[i].text, {"(", "[", "{"}) ? closing(source, i) : i) + 1;
  return std::min(i + 1, all);
}

// Whether it comes out the same for all threads: it is made of numbers and of what is given to all. Of a variable,
// definitions count that come before that token.
bool is_the_same_for_all(Scope scope, Range range, std::size_t before) {
  const Source& source = *scope.source;
  scope.before = before;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_one_of(source.tokens[i].text, {"threadIdx", "blockIdx"})) return false;
    if (!source.is_identifier(i)) continue;
    for (const Assignment& one : assignments(scope, source.tokens[i].text)) {
      if (one.is_more || !is_the_same_for_all(scope, one.value, one.name)) return false;
    }
  }
  return true;
}

std::set<std::string> names_in(const Source& source, Range range) {
  std::set<std::string> names;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const bool is_member = i > 0 && is_one_of(source.tokens[i - 1].text, {".", "->", "::"});
    if (source.is_identifier(i) && !is_member) names.insert(source.tokens[i].text);
  }
  return names;
}

void add_conditions(const Scope& scope, std::size_t use, std::vector<Condition>& found) {
  const Source& source = *scope.source;
  for (std::size_t i = scope.function.body.begin; i < use; ++i) {
    const bool is_loop = is_one_of(source.tokens[i].text, {"for", "while"});
    if (!is_loop && !source.is(i, "if")) continue;
    std::size_t open = i + 1;
    while (open < use && !source.is(open, "(")) ++open;
    const std::size_t close = closing(source, open);
    if (close >= use) continue;
    const std::size_t end = end_of_statement(source, close + 1);
    const CodePlace at{scope.at.file, source.tokens[i].line, scope.at.path};
    if (use < end) {
      if (source.is(i, "for") && is_the_same_for_all(scope, {open + 1, close}, open + 1)) continue;
      const Range text = source.is(i, "for") ? course_of_loop(source, open + 1) : Range{open + 1, close};
      found.push_back({source.tokens[i].text + " (" + words(source, text.begin, text.end) + ")", at,
                       names_in(source, {open, close})});
    } else {
      const char* left = nullptr;
      for (const char* way : {"break", "continue", "return"})
        if (count_of(source, {close, end}, {way}) > 0) left = way;
      const bool is_constant = source.is(i + 1, "constexpr");
      if (left != nullptr && !is_loop && !is_constant)
        found.push_back({"if (" + words(source, open + 1, close) + ") " + left, at, names_in(source, {open, close})});
      i = end - 1;
    }
  }
}

}  // namespace

std::vector<Condition> conditions_on(const CodePlace& line, const Callers& callers) {
  Callers places = callers;
  std::ranges::reverse(places);
  places.push_back(line);
  std::vector<Condition> found;
  for (const CodePlace& place : places) {
    const auto scope = scope_of(place, 0);
    if (!scope) return {};
    const Source& source = *scope->source;
    std::size_t last = scope->before;
    for (std::size_t i = last; i < source.tokens.size() && source.tokens[i].line <= place.line; ++i) {
      if (source.tokens[i].line == place.line && source.is(i, "[")) last = i;
    }
    if (last == scope->before) last = tokens_of_line(source, place.line).end - 2;  // before the semicolon
    add_conditions(*scope, last, found);
  }
  return found;
}

std::optional<Condition> test_of_index(const CodePlace& line, const Callers& callers) {
  const auto scope = scope_of(line, 0);
  if (!scope) return std::nullopt;
  const Source& source = *scope->source;
  const Range all = tokens_of_line(source, line.line);
  std::set<std::string> index;
  for (std::size_t i = all.begin; i < all.end; ++i)
    if (source.is(i, "[")) index.merge(names_in(source, {i, closing(source, i)}));
  const auto is_test = [&](const Condition& one) {
    return one.text.find_first_of("<>") != std::string::npos &&
           std::ranges::any_of(one.names, [&](const std::string& name) { return index.contains(name); });
  };
  const std::vector<Condition> found = conditions_on(line, callers);
  const auto nearest = std::find_if(found.rbegin(), found.rend(), is_test);
  return nearest == found.rend() ? std::nullopt : std::optional(*nearest);
}

}  // namespace ladder
