#include "ladder/source/around.hpp"

#include <algorithm>

#include "ladder/source/conditions.hpp"
#include "ladder/source/scope.hpp"

namespace ladder {

namespace {

// The line that declares the only variable of a test as a thread's own, where it is given a value behind an `if`; else
// 0.
int own_declaration(const Condition& test) {
  const auto scope = scope_of(test.at, 0);
  if (!scope) return 0;
  const Source& source = *scope->source;
  int declared = 0;
  bool is_shared = false, is_set_by_some = false;
  for (std::size_t i = scope->function.body.begin; i < scope->before; ++i) {
    if (source.is_one_of(i, {";", "{", "}"})) is_shared = false;
    is_shared = is_shared || source.is(i, "__shared__");
    if (source.tokens[i].text != *test.names.begin()) continue;
    if (source.is_one_of(i - 1, {"bool", "int", "unsigned"}) && !is_shared) declared = source.tokens[i].line;
    if (declared == 0 || declared == source.tokens[i].line || !source.is(i + 1, "=")) continue;
    const auto tests = conditions_on({test.at.file, source.tokens[i].line, test.at.path}, {});
    is_set_by_some |= std::ranges::any_of(tests, [](auto& one) { return !one.leaves && one.text.starts_with("if "); });
  }
  return is_set_by_some ? declared : 0;
}

}  // namespace

std::string loop_around(const CodePlace& line, const Callers& callers) {
  Callers places = callers;
  places.insert(places.begin(), line);
  for (const CodePlace& place : places) {
    const auto scope = scope_of(place, 0);
    if (!scope) return "";
    const Source& source = *scope->source;
    for (std::size_t i = scope->before + 1; i-- > scope->function.body.begin;) {
      if (!source.is_one_of(i, {"for", "while"}) || end_of_statement(source, i) <= scope->before) continue;
      const Range head{i + 2, closing(source, i + 1)};
      const Range course = source.is(i, "for") ? course_of_loop(source, head.begin) : head;
      const bool is_of_zero = source.is(course.begin + 1, ">=") && source.is(course.begin + 2, "0");
      const bool is_unsigned = count_of(source, {head.begin, course.begin}, {"unsigned", "size_t", "uint32_t"}) > 0;
      return source.tokens[i].text + " (" + words(source, course.begin, course.end) + ") at " +
             in_words({place.file, source.tokens[i].line}) +
             (is_of_zero && is_unsigned ? ": " + source.tokens[course.begin].text + " is unsigned, and never below 0"
                                        : "");
    }
  }
  return "";
}

std::string return_before(const CodePlace& line, const Callers& callers) {
  std::vector<Condition> tests = conditions_on(line, callers);
  std::erase_if(tests,
                [](const Condition& one) { return !one.leaves || one.text.find(") return") == std::string::npos; });
  if (tests.empty()) return "";
  const int own = tests.back().names.size() == 1 ? own_declaration(tests.back()) : 0;
  return tests.back().text + " at " + in_words(tests.back().at) +
         (own == 0 ? ""
                   : "; " + *tests.back().names.begin() + " at " + in_words({tests.back().at.file, own}) +
                         " is each thread's own, and some set it alone: is its __shared__ missing?");
}

std::optional<CodePlace> return_in_loop_before(const CodePlace& line) {
  const auto scope = scope_of(line, 0);
  if (!scope) return std::nullopt;
  const Source& source = *scope->source;
  const std::size_t here = tokens_of_line(source, line.line).begin;
  for (std::size_t i = scope->function.body.begin, end = 0; i < here; ++i) {
    if (source.is_one_of(i, {"for", "while"}) && end_of_statement(source, i) <= here) end = end_of_statement(source, i);
    if (source.is(i, "return") && i < end) return CodePlace{line.file, source.tokens[i].line, line.path};
  }
  return std::nullopt;
}

CallBetween call_between(const CodePlace& a, const CodePlace& b, const std::string& call) {
  const auto scope = scope_of(a, 0), other = scope_of(b, 0);
  CallBetween found;
  if (!scope || !other || a.path != b.path || scope->function.name != other->function.name) return found;
  const Source& source = *scope->source;
  const auto [first, last] = std::minmax(scope->before, other->before);
  const auto has_last = [&, last = last](std::size_t i) { return end_of_statement(source, i) > last; };
  bool is_in_if = false;
  for (std::size_t i = scope->function.body.begin; i <= last; ++i) {
    found.is_in_loop |= i < first && is_one_of(source.tokens[i].text, {"for", "while"}) && has_last(i);
    is_in_if |= i < first && source.is(i, "if") && has_last(i);
    const CodePlace here{a.file, source.tokens[i].line, a.path};
    const bool is_call = source.tokens[i].text + "()" == call;
    if (i > first && is_call && source.is(i - 1, ")")) {
      const std::size_t test = opening(source, i - 1);
      if (source.is(test - 1, "if")) found.behind = "if (" + words(source, test + 1, i - 1) + ") at " + in_words(here);
    }
    if (i <= first || source.is(i, "}") || !source.is_one_of(i - 1, {";", "{", "}"})) continue;
    if (is_call) found.at = here;
    if (!is_in_if && !found.room && has_last(i)) found.room = here;
  }
  return found;
}

}  // namespace ladder
