#include "ladder/source/accesses.hpp"

#include <algorithm>
#include <set>

#include "ladder/source/around.hpp"
#include "ladder/source/conditions.hpp"

namespace ladder {
namespace {

std::vector<Subscripts> all_in(const Source& source, Range range) {
  std::vector<Subscripts> all;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (source.is(i, "reinterpret_cast")) {
      const std::size_t open = closing(source, i + 1) + 1, close = closing(source, open);
      if (source.is(i - 1, "*") && source.is(open, "(") && !source.is(open + 1, "&"))
        all.push_back({i, {{open + 1, close}}, true});
    }
    const bool is_at = i > range.begin && source.is(i - 1, "*") && (i < 2 || !source.is_identifier(i - 2)) &&
                       !source.is(i - 2, ")") && !source.is(i + 1, "<");
    if (!source.is_identifier(i) || (!source.is(i + 1, "[") && !is_at)) continue;
    all.push_back({i, {}});
    for (std::size_t open = i + 1; source.is(open, "["); open = closing(source, open) + 1)
      all.back().indexes.push_back({open + 1, closing(source, open)});
  }
  return all;
}

// Whether the assignment stands in a loop in which nothing else uses the variable: what a round gives it, the next
// takes away.
bool is_overwritten_in_loop(const Scope& scope, std::size_t name) {
  const Source& source = *scope.source;
  if (!source.is(name + 1, "=") || source.is_identifier(name - 1)) return false;
  for (std::size_t i = scope.function.body.begin; i < name; ++i) {
    const bool is_loop = is_one_of(source.tokens[i].text, {"for", "while"});
    const Range loop{i, is_loop ? end_of_statement(source, i) : i};
    if (loop.end > name && count_of(source, loop, {source.tokens[name].text.c_str()}) == 1) return true;
  }
  return false;
}

// Of the functions that are called there: where one gives one of its references a new value, made of the old one, and
// the next statement makes another one's of that.
std::optional<UsedTwice> overwritten_in_call(const Source& source, Range lines) {
  for (std::size_t call = lines.begin; call < lines.end; ++call) {
    const bool may_be_call = source.is(call + 1, "(") && !source.is_one_of(call, {"if", "for", "while", "switch"});
    const auto called = may_be_call ? function_named(source, source.tokens[call].text) : std::nullopt;
    if (!called || called->body.begin >= lines.begin) continue;  // further down, and so in no circle
    if (const auto further = overwritten_in_call(source, called->body)) return further;
    const auto is_reference = [&](std::size_t name) {
      for (std::size_t i = called->parameters.begin + 1; i < called->parameters.end; ++i)
        if (source.tokens[i].text == source.tokens[name].text && source.is(i - 1, "&")) return true;
      return false;
    };
    for (std::size_t name = called->body.begin; name < called->body.end; ++name) {
      if (!source.is(name + 1, "=") || !is_reference(name)) continue;
      const std::size_t next = end_of_statement(source, name), end = end_of_statement(source, next);
      const bool are_two = end <= called->body.end && is_reference(next) && source.is(next + 1, "=") &&
                           source.tokens[name].text != source.tokens[next].text;
      const std::string& old = source.tokens[name].text;
      if (!are_two || count_of(source, {name + 2, next}, {old.c_str()}) == 0) continue;
      if (count_of(source, {next + 2, end}, {old.c_str()}) == 0) continue;
      return UsedTwice{source.tokens[name].line, old + " gets a new value here, before line " +
                                                     std::to_string(source.tokens[next].line) + " uses it"};
    }
  }
  return std::nullopt;
}

// The array to whose elements all of these uses go, as the last one sets it: "word[part][3][i]" of
// `word[part][3][i] = four.w`.
std::optional<Range> array_set_by(const Source& source, const std::vector<Range>& uses) {
  std::optional<Range> set;
  for (const Range& use : uses) {
    std::size_t base = use.begin - 1;
    if (!source.is(base--, "=") || !source.is(base, "]")) return std::nullopt;
    while (source.is(base, "]")) base = opening(source, base) - 1;
    if (set && source.tokens[set->begin].text != source.tokens[base].text) return std::nullopt;
    set = Range{base, use.begin - 1};
  }
  return set;
}

}  // namespace

std::optional<Subscripts> subscripts_of(const Scope& scope, const SourceAccess& access, bool has_rows) {
  const Source& source = *scope.source;
  const Range line = tokens_of_line(source, access.at.line);
  std::vector<Subscripts> all = all_in(source, line), named, aside;
  const auto assigned = [&] {
    for (std::size_t i = line.begin; i < line.end; ++i) {
      if (is_one_of(source.tokens[i].text, {"(", "["})) i = closing(source, i);
      if (i < line.end && is_one_of(source.tokens[i].text, {"=", "+=", "-="})) return i;
    }
    return line.end;
  }();
  for (const Subscripts& one : all) {
    if (has_rows && one.indexes.size() < 2) continue;
    if (source.tokens[one.base].text == access.array) named.push_back(one);
    if (has_rows || (one.base < assigned && assigned != line.end) == access.is_store) aside.push_back(one);
  }
  if (!named.empty()) return named.front();
  const bool is_one = !aside.empty() && std::ranges::all_of(aside, [&](const Subscripts& one) {
    return source.tokens[one.base].text == source.tokens[aside.front().base].text;
  });
  return is_one ? std::optional(aside.front()) : std::nullopt;
}

std::string written_in_source(const SourceAccess& access) {
  const auto scope = scope_of(access.at, 0);
  const auto found = scope ? subscripts_of(*scope, access, false) : std::nullopt;
  if (!found || found->is_cast || found->indexes.empty()) return "";
  const Source& source = *scope->source;
  const std::size_t end = found->indexes.back().end + 1;
  const bool is_address = found->base > 1 && source.is(found->base - 1, "&") && source.is(found->base - 2, "(");
  if (!is_address) return words(source, found->base, end);
  return source.is(end, ")") && source.is(end + 1, "[") ? words(source, found->base - 2, closing(source, end + 1) + 1)
                                                        : "";
}

UsesOfLoaded uses_of_what_is_loaded(const CodePlace& at, const Callers& callers) {
  Callers places = callers;
  places.insert(places.begin(), at);
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto scope = scope_of(places[k], 0);
    if (!scope) return {};
    const Source& source = *scope->source;
    const Range line = tokens_of_line(source, places[k].line), body = scope->function.body;
    std::size_t name = line.begin;
    while (name < line.end && !source.is(name, "=")) name = (source.is(name, "(") ? closing(source, name) : name) + 1;
    if (name >= line.end || count_of(source, line, {"return"}) > 0) continue;  // what is returned has its caller
    const std::size_t value = name;
    for (--name; name > line.begin && (source.is(name, "]") || source.is(name - 1, "."));)
      name = (source.is(name, "]") ? opening(source, name) : name - 1) - 1;
    if (is_overwritten_in_loop(*scope, name)) {
      return {.at = places[k],
              .callers = k,
              .odd = UsedTwice{places[k].line,
                               source.tokens[name].text +
                                   " gets a new value in each round of the loop, which takes the place of what "
                                   "the rounds before have loaded"}};
    }
    const std::vector<Range> uses = parts_used(source, {line.end, body.end}, source.tokens[name].text);
    if (uses.empty()) continue;
    const auto line_of = [&](const Range& use) { return source.tokens[use.begin].line; };
    UsesOfLoaded found{.callers = k, .odd = used_twice(source, uses)};
    if (!found.odd) found.odd = number_for_variable(source, {name, value}, uses);
    if (const auto set = array_set_by(source, uses); set && !found.odd)
      found.odd = number_for_variable(source, *set,
                                      parts_used(source, {uses.back().end, body.end}, source.tokens[set->begin].text));
    const int first = line_of(uses.front()), last = line_of(uses.back());
    if (!found.odd)
      found.odd = overwritten_in_call(source, {tokens_of_line(source, first).begin, tokens_of_line(source, last).end});
    found.at = {places[k].file, found.odd ? found.odd->line : first, places[k].path};
    found.lines = in_words({places[k].file, first}) + (first == last ? "" : " to " + std::to_string(last));
    return found;
  }
  return {};
}

std::string used_twice_in_line(const SourceAccess& access) {
  const auto scope = scope_of(access.at, 0);
  const auto found = scope ? subscripts_of(*scope, access, false) : std::nullopt;
  if (!found || found->is_cast) return "";
  const Source& source = *scope->source;
  const auto odd =
      used_twice(source, parts_used(source, tokens_of_line(source, access.at.line), source.tokens[found->base].text));
  return odd ? odd->words : "";
}

std::string wide_pointer_in(const CodePlace& at) {
  const auto scope = scope_of(at, 0);
  if (!scope) return "";
  const Source& source = *scope->source;
  const Range line = tokens_of_line(source, at.line);
  for (std::size_t i = line.begin; i < line.end; ++i) {
    if (!source.is(i, "reinterpret_cast")) continue;
    const std::size_t close = closing(source, i + 1), end = closing(source, close + 1);
    const bool counts = source.is(end + 1, "[") || source.is(end + 1, "+") || source.is(end + 1, "-");
    if (source.is(close - 1, "*") && counts) return source.tokens[close - 2].text;
  }
  return "";
}

std::string only_store_in_words(const CodePlace& line, const std::string& array) {
  const auto scope = scope_of(line, 0);
  if (!scope) return "";
  const Source& source = *scope->source;
  std::set<int> lines;
  for (std::size_t i = scope->function.body.begin; i < scope->function.body.end; ++i) {
    if (source.tokens[i].text != array || !source.is(i + 1, "[")) continue;
    std::size_t end = i + 1;
    while (source.is(end, "[")) end = closing(source, end) + 1;
    if (source.is(end, "=")) lines.insert(source.tokens[i].line);
  }
  if (lines.size() != 1) return "";
  const CodePlace at{line.file, *lines.begin(), line.path};
  const std::vector<Condition> conditions = conditions_on(at, {});
  const std::string loop = loop_around(line, {});
  const std::string again =
      loop.empty() || loop != loop_around(at, {}) ? "" : "; both are in " + loop + ": does a later iteration write it?";
  return conditions.empty() ? "" : in_words(at) + ", behind " + conditions.back().text + again;
}

}  // namespace ladder
