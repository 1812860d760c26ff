#include "ladder/source/conditions.hpp"

#include <algorithm>
#include <iterator>

#include "ladder/source/scope.hpp"

namespace ladder {
namespace {

// Whether it comes out the same for all threads: it is made of numbers and of what is given to all. Of a variable,
// definitions count that come before that token.
bool is_the_same_for_all(Scope scope, Range range, std::size_t before) {
  const Source& source = *scope.source;
  scope.before = before;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_one_of(source.tokens[i].text, {"threadIdx", "blockIdx"})) return false;
    if (!source.is_identifier(i)) continue;
    const auto called = source.is(i + 1, "(") ? function_named(source, source.tokens[i].text) : std::nullopt;
    if (called && count_of(source, called->body, {"threadIdx", "blockIdx"}) > 0) return false;
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

// Adds the variables in the range, and those that give them their values, as far as threads may differ in them.
// Definitions count that come before that token.
void add_parts(Scope scope, Range range, std::size_t before, std::set<std::string>& parts) {
  scope.before = before;
  for (const std::string& name : names_in(*scope.source, range)) {
    const std::vector<Assignment> values = assignments(scope, name);
    const bool is_same = std::ranges::all_of(
        values, [&](const Assignment& one) { return !one.is_more && is_the_same_for_all(scope, one.value, one.name); });
    if (is_same || !parts.insert(name).second) continue;
    for (const Assignment& one : values) add_parts(scope, one.value, one.name, parts);
  }
}

std::set<std::string> parts_of(const Scope& scope, Range range, std::size_t before) {
  std::set<std::string> parts;
  add_parts(scope, range, before, parts);
  return parts;
}

// What the callers give for parameters that these variables are made of: what threads may differ in of it.
std::set<std::string> given_for(const Scope& scope, const std::set<std::string>& variables, const Callers& callers) {
  std::set<std::string> made_of = variables, given;
  for (const std::string& name : variables) {
    for (const Assignment& one : assignments(scope, name)) made_of.merge(names_in(*scope.source, one.value));
  }
  const auto caller = caller_of(scope, callers);
  if (!caller) return given;
  std::set<std::string> there;
  for (const Argument& one : arguments(scope, *caller)) {
    if (!made_of.contains(one.parameter)) continue;
    given.merge(parts_of(*caller, one.value, one.value.begin));
    there.merge(names_in(*caller->source, one.value));
  }
  given.merge(given_for(*caller, there, callers));
  return given;
}

bool have_one_in_common(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::ranges::any_of(a, [&](const std::string& name) { return b.contains(name); });
}

// Of a test that is a variable, which is defined once, in this function: its value, and that it is computed there.
void follow_variable(const Scope& scope, Range test, Condition& found) {
  const Source& source = *scope.source;
  const bool is_negated = source.is(test.begin, "!");
  const std::size_t name = test.begin + (is_negated ? 1 : 0);
  if (name + 1 != test.end || !source.is_identifier(name)) return;
  const std::vector<Assignment> values = assignments(scope, source.tokens[name].text);
  if (values.size() != 1 || count_of(source, values[0].value, {"<", ">", "<=", ">=", "==", "!="}) == 0) return;
  found.text += ", " + words(source, values[0].name, values[0].value.end);
  found.at.line = source.tokens[values[0].name].line;
  found.leaves = found.leaves != is_negated;
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
                       names_in(source, {open, close}), parts_of(scope, {open, close}, close)});
      if (!is_loop) follow_variable(scope, text, found.back());
    } else {
      const char* left = nullptr;
      for (const char* way : {"break", "continue", "return"})
        if (count_of(source, {close, end}, {way}) > 0) left = way;
      const bool is_constant = source.is(i + 1, "constexpr");
      if (left != nullptr && !is_loop && !is_constant) {
        found.push_back({"if (" + words(source, open + 1, close) + ") " + left, at, names_in(source, {open, close}),
                         parts_of(scope, {open, close}, close), true});
        follow_variable(scope, {open + 1, close}, found.back());
      }
      i = end - 1;
    }
  }
}

// `t < d` of `t < d ? s[t] : 0`, the first in the line whose value has an index.
std::optional<Condition> choice_in(const Scope& scope, Range line) {
  const Source& source = *scope.source;
  for (std::size_t i = line.begin; i < line.end; ++i) {
    if (!source.is(i, "?")) continue;
    std::size_t begin = i, colon = i, index = i;
    while (begin > line.begin && !source.is_one_of(begin - 1, {"(", ",", "=", "return", "+=", "["})) --begin;
    while (colon < line.end && !source.is(colon, ":")) ++colon;
    while (index < colon && !source.is(index, "[")) ++index;
    if (index >= colon) continue;
    Condition found{words(source, begin, i) + " ?", scope.at, names_in(source, {begin, i}),
                    parts_of(scope, {begin, i}, i)};
    follow_variable(scope, {begin, i}, found);
    return found;
  }
  return std::nullopt;
}

// Where an index of the array opens; any, where the line does not name it.
std::vector<std::size_t> brackets_of(const Source& source, Range line, const std::string& array) {
  std::vector<std::size_t> own, all;
  bool is_own = false;
  for (std::size_t i = line.begin; i < line.end; ++i) {
    if (!source.is(i, "[")) continue;
    is_own = source.is(i - 1, "]") ? is_own : source.tokens[i - 1].text == array;
    if (is_own) own.push_back(i);
    all.push_back(i);
  }
  for (std::size_t i = line.begin; i < line.end && all.empty(); ++i) {  // *reinterpret_cast<float4*>(row + col)
    const std::size_t open = source.is(i, "reinterpret_cast") ? closing(source, i + 1) + 1 : line.end;
    if (open < line.end && source.is(i - 1, "*")) all.push_back(open);
  }
  return own.empty() ? all : own;
}

}  // namespace

std::vector<Condition> conditions_on(const CodePlace& line, const Callers& callers, const std::string& array) {
  Callers places = callers;
  std::ranges::reverse(places);
  places.push_back(line);
  std::vector<Condition> found;
  for (std::size_t outer = 0; outer < places.size(); ++outer) {
    const CodePlace& place = places[outer];
    const auto scope = scope_of(place, 0);
    if (!scope) return {};
    const Source& source = *scope->source;
    const Range all = tokens_of_line(source, place.line);
    const std::vector<std::size_t> brackets = brackets_of(source, all, outer + 1 == places.size() ? array : "");
    const std::size_t last = brackets.empty() ? all.end - 2 : brackets.back();  // before the semicolon
    const std::size_t known = found.size();
    add_conditions(*scope, last, found);
    const Callers those(places.rend() - static_cast<std::ptrdiff_t>(outer), places.rend());
    for (std::size_t i = known; i < found.size(); ++i) found[i].parts.merge(given_for(*scope, found[i].names, those));
  }
  return found;
}

IndexTests tests_of_index(const SourceAccess& access, bool own) {
  const CodePlace& line = access.at;
  const Callers& callers = access.callers;
  const auto scope = scope_of(line, 0);
  if (!scope) return {};
  const Source& source = *scope->source;
  const Range all = tokens_of_line(source, line.line);
  std::set<std::string> names, variables, parts, tested, made_of;
  for (const std::size_t i : brackets_of(source, all, access.array)) {
    if (source.is_identifier(i - 1)) made_of.insert(source.tokens[i - 1].text);
    names.merge(names_in(source, {i, closing(source, i)}));
    parts.merge(parts_of(*scope, {i, closing(source, i)}, i));
  }
  std::ranges::copy_if(names, std::inserter(variables, variables.end()),
                       [&](const std::string& name) { return !assignments(*scope, name).empty(); });
  made_of.insert(names.begin(), names.end());
  const std::set<std::string> given = given_for(*scope, made_of, callers);
  IndexTests found;
  std::vector<Condition> of_loop, of_equality, of_remainder;  // which count where nothing else is tested
  for (const Condition& one : conditions_on(line, callers, access.array)) {
    const bool compares = one.text.find_first_of("<>") != std::string::npos;
    const bool is_of_index =
        have_one_in_common(own || parts.empty() ? one.names : one.parts, parts.empty() ? names : parts) ||
        have_one_in_common(own ? one.names : one.parts, given);
    if (!is_of_index && compares && have_one_in_common(one.names, variables)) of_loop.push_back(one);
    if (!is_of_index) continue;
    const bool is_of_remainder = one.text.find('%') != std::string::npos;
    (compares ? found.tests : is_of_remainder ? of_remainder : of_equality).push_back(one);
    tested.insert(one.parts.begin(), one.parts.end());
  }
  const auto choice = choice_in(*scope, all);
  if (choice && (have_one_in_common(choice->names, names) || have_one_in_common(choice->parts, parts))) {
    found.tests.push_back(*choice);
    tested.merge(parts_of(*scope, all, scope->before));
  }
  for (const auto& less : {of_loop, of_equality, of_remainder})
    if (found.tests.empty()) found.tests = less;
  if (!of_loop.empty() && found.tests == of_loop) return found;  // one that goes the same for all threads
  const bool are_loops = std::ranges::all_of(found.tests, [](auto& one) { return one.text.starts_with("for "); });
  if (own && are_loops) return found;  // each index may have another one
  for (const std::string& name : names) {
    if (!parts.contains(name) || tested.contains(name)) continue;
    std::set<std::string> of_name;
    for (const Assignment& one : assignments(*scope, name)) of_name.merge(parts_of(*scope, one.value, one.name));
    if (!have_one_in_common(of_name, tested)) found.untested.push_back(name);
  }
  return found;
}

std::optional<UntestedSum> untested_sum(const CodePlace& line, const Callers& callers,
                                        const std::vector<Condition>& tests) {
  Callers places = callers;
  places.insert(places.begin(), line);
  for (const CodePlace& place : places) {
    const auto scope = scope_of(place, 0);
    if (!scope) return std::nullopt;
    const Source& source = *scope->source;
    const auto caller = caller_of(*scope, callers);
    const std::vector<Argument> given = caller ? arguments(*scope, *caller) : std::vector<Argument>{};
    const Range all = tokens_of_line(source, place.line);
    for (std::size_t i = all.begin + 1; i + 3 < all.end; ++i) {
      const bool is_number = source.tokens[i + 2].kind == TokenKind::number;
      const bool is_sum =
          source.is_identifier(i) && source.is(i + 1, "+") && (is_number || source.is_identifier(i + 2));
      // Alone, and no part of a product.
      if (!is_sum || !source.is_one_of(i - 1, {"(", "[", ","}) || !source.is_one_of(i + 3, {")", "]", ","})) continue;
      std::vector<std::string> names{source.tokens[i].text};  // its own, and its caller's
      for (const Argument& one : given)
        if (one.parameter == names[0]) names.push_back(one.text);
      const auto names_it = [&](const Condition& test) {
        return std::ranges::any_of(names, [&](const std::string& name) { return test.names.contains(name); });
      };
      const auto has_more = [&](const Condition& test) {
        return test.names.contains(source.tokens[i + 2].text) || std::ranges::any_of(names, [&](auto& name) {
                 return test.text.find(name + " + ") != std::string::npos;
               });
      };
      const auto test = std::find_if(tests.rbegin(), tests.rend(), names_it);
      if (test != tests.rend() && std::ranges::none_of(tests, has_more))
        return UntestedSum{words(source, i, i + 3), *test};
    }
  }
  return std::nullopt;
}

bool includes_its_limit(const Condition& test) {
  for (std::size_t i = 0; i + 1 < test.text.size(); ++i) {
    if (test.text[i] != '<' && test.text[i] != '>') continue;
    if ((test.text[i + 1] == '=') != test.leaves) return true;
  }
  return false;
}

bool joins_the_wrong_way(const Condition& test) {
  const Source source = source_of(test.text);
  const Range all{0, source.tokens.size()};
  const auto compare = [&](const char* than, const char* or_equal) {
    return count_of(source, all, {than, or_equal}) == 2;
  };
  const bool is_one = count_of(source, all, {"&&", "||"}) == 1 && count_of(source, all, {"("}) == 1;
  return is_one && (test.leaves ? compare(">", ">=") && count_of(source, all, {"&&"}) == 1
                                : compare("<", "<=") && count_of(source, all, {"||"}) == 1);
}

std::string uneven_test(const CodePlace& line, const Callers& callers) {
  std::vector<Condition> tests = conditions_on(line, callers);
  std::erase_if(tests, [](const Condition& one) {
    return one.is_the_same_for_all() || (one.leaves && one.text.ends_with("return"));
  });
  return tests.empty() ? "" : tests.back().text + " at " + in_words(tests.back().at);
}

}  // namespace ladder
