#include "ladder/source/scope.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>

#include "ladder/base/files.hpp"

namespace ladder {
namespace {

// The function around a token.
std::optional<Function> function_around(const Source& source, std::size_t token) {
  for (std::size_t i = 0; i < token; ++i) {
    if (!source.is(i, "{")) continue;
    const std::size_t close = closing(source, i), before = code_before(source, i);
    if (close <= token) {
      i = close;
    } else if (source.is(before, ")")) {
      const std::size_t open = opening(source, before);
      return Function{code_before(source, open), {open + 1, before}, {i + 1, close}};
    }
  }
  return std::nullopt;
}

// The end of a value that begins there: a comma, a semicolon or a bracket that closes one around it.
std::size_t end_of_value(const Source& source, std::size_t begin) {
  std::size_t i = begin;
  while (i < source.tokens.size() && !is_one_of(source.tokens[i].text, {",", ";", ")", "]", "}"})) {
    const bool opens = is_one_of(source.tokens[i].text, {"(", "[", "{"});
    i = (opens ? closing(source, i) : i) + 1;
  }
  return std::min(i, source.tokens.size());
}

// The operator by which the name at i gets a value: 1 for =, 2 for += and -= and such as * =; 0: it gets none.
std::size_t assignment_at(const Source& source, std::size_t i) {
  const std::size_t before = code_before(source, i);
  if (before < i && is_one_of(source.tokens[before].text, {".", "->", "::"})) return 0;
  if (source.is(i + 1, "=")) return 1;
  if (source.is(i + 1, "+=") || source.is(i + 1, "-=")) return 2;
  return source.is(i + 2, "=") && is_one_of(source.tokens[i + 1].text, {"*", "/", "%", "^", "&", "|"}) ? 3 : 0;
}

// Whether a block that is open at one token is open at a later one.
bool is_in_same_block(const Source& source, std::size_t definition, std::size_t use, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = definition; i < use; ++i) {
    if (source.is(i, "{")) ++depth;
    if (source.is(i, "}") && --depth < 0) return false;
  }
  return begin <= definition;
}

// The `for` in whose brackets it stands; none where it stands in none.
std::optional<std::size_t> loop_with_head(const Source& source, std::size_t token) {
  int depth = 0;
  for (std::size_t i = token; i-- > 0 && !is_one_of(source.tokens[i].text, {"{", "}"});) {
    if (source.is(i, ")")) ++depth;
    if (source.is(i, "(") && --depth < 0)
      return source.is(code_before(source, i), "for") ? std::optional(code_before(source, i)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

bool is_one_of(const std::string& text, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* word) { return text == word; });
}

std::optional<Function> function_named(const Source& source, const std::string& name) {
  for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i) {
    if (!source.is(i, name.c_str()) || !source.is(i + 1, "(")) continue;
    const std::size_t close = closing(source, i + 1);
    if (source.is(close + 1, "{")) return Function{i, {i + 2, close}, {close + 2, closing(source, close + 1)}};
  }
  return std::nullopt;
}

Range tokens_of_line(const Source& source, int line) {
  const auto is_of_line = [&](const Token& t) { return t.line == line && t.kind != TokenKind::directive; };
  const auto first = std::ranges::find_if(source.tokens, is_of_line);
  auto last = first;
  const auto has_ended = [&] { return last->line != line && is_one_of((last - 1)->text, {";", "}"}); };
  while (last != source.tokens.end() && !has_ended() && last->line < line + 4) ++last;
  const auto index = [&](auto token) { return static_cast<std::size_t>(token - source.tokens.begin()); };
  return {index(first), index(last)};
}

std::string text_of_line(const CodePlace& place) {
  if (place.path.empty()) return "";
  const Source& source = source_at(place);
  const Range line = tokens_of_line(source, place.line);
  return words(source, line.begin, line.end);
}

const Source& source_at(const CodePlace& place) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  static std::map<std::string, Source> read;  // the source stays what it is while this process runs
  const auto [known, is_new] = read.try_emplace(place.path);
  if (is_new) known->second = source_of(contents(place.path));
  return known->second;
}

std::optional<Scope> scope_of(const CodePlace& at, std::size_t callers) {
  if (at.path.empty()) return std::nullopt;
  const Source& source = source_at(at);
  const Range line = tokens_of_line(source, at.line);
  const auto function = line.begin < line.end ? function_around(source, line.begin) : std::nullopt;
  if (!function) return std::nullopt;
  return Scope{&source, at, *function, line.begin, callers};
}

std::vector<Assignment> assignments(const Scope& scope, const std::string& name) {
  const Source& source = *scope.source;
  const Range body = scope.function.body;
  std::vector<Assignment> found;
  for (std::size_t i = body.begin; i < body.end; ++i) {
    if (!source.is_identifier(i) || source.tokens[i].text != name) continue;
    const std::size_t kind = assignment_at(source, i);
    const bool is_before = i < scope.before;
    if (kind == 0 || (kind == 1 && !is_before)) continue;
    if (is_before && !is_in_same_block(source, i, scope.before, body.begin)) continue;
    const auto loop = loop_with_head(source, i);
    if (kind != 1 && loop) continue;  // what moves it on is told with the loop
    const bool is_declared = source.is_identifier(i - 1) || source.is_one_of(i - 1, {"*", "&", ","});
    if (loop && is_declared && end_of_statement(source, *loop) <= scope.before) continue;  // another one of this name
    if (kind == 1) found.clear();
    const std::size_t begin = i + 1 + (kind == 3 ? 2 : 1);
    found.push_back({i, {begin, end_of_value(source, begin)}, loop.has_value(), kind != 1});
  }
  return found;
}

Range course_of_loop(const Source& source, std::size_t name) {
  std::size_t open = name;
  while (open > 0 && !source.is(open, "(")) --open;
  const std::size_t close = closing(source, open);
  for (std::size_t i = name; i < close; ++i) {
    if (source.is(i, ";")) return {i + 1, close};
  }
  return {open + 1, close};  // for (T x : all)
}

std::vector<Range> terms(const Source& source, Range range) {
  std::vector<Range> parts;
  std::size_t begin = range.begin;
  for (std::size_t i = range.begin; i <= range.end; ++i) {
    const bool parts_here = i < range.end && i > begin && (source.is(i, "+") || source.is(i, "-"));
    if (i == range.end || parts_here) {
      if (i > begin) parts.push_back({begin, i});
      begin = i + 1;
    } else if (is_one_of(source.tokens[i].text, {"(", "[", "{"})) {
      i = std::min(closing(source, i), range.end - 1);
    }
  }
  return parts;
}

std::size_t count_of(const Source& source, Range range, std::initializer_list<const char*> words) {
  std::size_t count = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) count += is_one_of(source.tokens[i].text, words) ? 1 : 0;
  return count;
}

bool is_row(const Source& source, Range term) {
  for (std::size_t i = term.begin; i < term.end; ++i) {
    if (is_one_of(source.tokens[i].text, {"(", "[", "{"})) i = closing(source, i);
    if (!source.is(i, "*") || i == term.begin || i + 1 >= term.end) continue;
    const auto is_constant = [&](std::size_t operand) {
      const std::string& text = source.tokens[operand].text;
      return source.tokens[operand].kind == TokenKind::number ||
             std::ranges::all_of(text, [](unsigned char c) { return std::isupper(c) != 0 || c == '_'; });
    };
    return !is_constant(i - 1) && !is_constant(i + 1);
  }
  return false;
}

bool multiplies_in_32_bits(const CodePlace& place) {
  if (place.path.empty()) return false;
  const Source& source = source_at(place);
  const Range line = tokens_of_line(source, place.line);
  const auto is_operand = [&](std::size_t i) {
    return (source.is_identifier(i) && !source.is(i, "return")) || source.tokens[i].kind == TokenKind::number ||
           source.is_one_of(i, {"(", ")", "]"});
  };
  const auto multiplies = [&](Range range) {
    for (std::size_t i = range.begin + 1; i + 1 < range.end; ++i)
      if (source.is(i, "*") && is_operand(i - 1) && is_operand(i + 1)) return true;
    return false;
  };
  if (count_of(source, line, {"size_t"}) == 0) return multiplies(line);
  for (std::size_t i = line.begin; i < line.end; ++i)
    if (source.is(i, "size_t") && source.is(i + 1, "(") && multiplies({i + 1, closing(source, i + 1)})) return true;
  return false;
}

std::optional<Scope> caller_of(const Scope& scope, const Callers& callers) {
  return scope.callers < callers.size() ? scope_of(callers[scope.callers], scope.callers + 1) : std::nullopt;
}

std::vector<Argument> arguments(const Scope& scope, const Scope& caller) {
  const Source &source = *scope.source, &there = *caller.source;
  const auto parameters = comma_separated(source, scope.function.parameters.begin, scope.function.parameters.end);
  const Range line = tokens_of_line(there, caller.at.line);
  std::vector<Argument> all;
  for (std::size_t i = line.begin; i < line.end && all.empty(); ++i) {
    if (there.tokens[i].text != source.tokens[scope.function.name].text) continue;
    const std::size_t open = there.is(i + 1, "<") ? closing(there, i + 1) + 1 : i + 1;
    if (!there.is(open, "(")) continue;
    const auto values = comma_separated(there, open + 1, closing(there, open));
    for (std::size_t n = 0; n < std::min(parameters.size(), values.size()); ++n) {
      std::size_t name = parameters[n].first;  // float (&column)[4], const float* in
      for (std::size_t t = name; t < parameters[n].second && !source.is(t, "["); ++t)
        if (source.is_identifier(t)) name = t;
      const auto [begin, end] = values[n];
      all.push_back({source.tokens[name].text, words(there, begin, end), {begin, end}});
    }
  }
  return all;
}

}  // namespace ladder
