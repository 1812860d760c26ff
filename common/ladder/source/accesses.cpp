#include "ladder/source/accesses.hpp"

#include <algorithm>

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
    while (name < line.end && !source.is(name, "=")) ++name;
    if (name == line.end || count_of(source, line, {"return"}) > 0) continue;  // what is returned has its caller
    for (--name; name > line.begin && (source.is(name, "]") || source.is(name - 1, "."));)
      name = (source.is(name, "]") ? opening(source, name) : name - 1) - 1;
    const std::vector<Range> uses = parts_used(source, {line.end, body.end}, source.tokens[name].text);
    if (uses.empty()) continue;
    const auto line_of = [&](const Range& use) { return source.tokens[use.begin].line; };
    UsesOfLoaded found{.callers = k, .odd = used_twice(source, uses)};
    const int first = line_of(uses.front()), last = line_of(uses.back());
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

}  // namespace ladder
