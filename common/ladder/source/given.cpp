#include "ladder/source/given.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "ladder/source/scope.hpp"

namespace ladder {
namespace {

// The variables in that scope that have one value, and those that these are made of.
void tell_values(const Scope& scope, Range value, std::vector<std::string>& told) {
  constexpr std::size_t most = 5;
  const Source& source = *scope.source;
  for (std::size_t i = value.begin; i < value.end; ++i) {
    const auto all = assignments(scope, source.tokens[i].text);
    if (all.size() != 1 || all[0].is_of_loop || source.is_one_of(all[0].value.begin, {"{", "["})) continue;
    Scope there = scope;
    there.before = all[0].name;
    const CodePlace at{scope.at.file, source.tokens[all[0].name].line};
    const std::string one = words(source, all[0].name, all[0].value.end) + " at " + in_words(at);
    if (told.size() == most || std::ranges::find(told, one) != told.end()) continue;
    told.push_back(one);
    tell_values(there, all[0].value, told);
  }
}

}  // namespace

std::string given_by_caller(const CodePlace& line, const Callers& callers, const std::set<std::string>& names,
                            Given what) {
  const auto scope = scope_of(line, 0);
  const auto caller = scope ? caller_of(*scope, callers) : std::nullopt;
  std::vector<std::string> told;
  for (const Argument& one : caller ? arguments(*scope, *caller) : std::vector<Argument>{}) {
    const bool is_name = one.value.end == one.value.begin + 1;
    const bool is_made = count_of(*caller->source, one.value, {"+", "-", "*", "/", "%"}) > 0;
    if (!names.contains(one.parameter) || one.text == one.parameter || !(what == Given::name ? is_name : is_made))
      continue;
    told.push_back(fmt::format("{} = {} at {}", one.parameter, one.text, in_words(caller->at)));
    if (is_made) tell_values(*caller, one.value, told);
  }
  return fmt::format("{}", fmt::join(told, ", "));
}

std::string values_in_line(const CodePlace& line) {
  std::vector<std::string> told;
  if (const auto scope = scope_of(line, 0)) tell_values(*scope, tokens_of_line(*scope->source, line.line), told);
  return fmt::format("{}", fmt::join(told, ", "));
}

std::string cast_pointer_in(const CodePlace& line) {
  const auto scope = scope_of(line, 0);
  if (!scope) return "";
  const Source& source = *scope->source;
  const Range all = tokens_of_line(source, line.line);
  for (std::size_t i = all.begin; i < all.end; ++i) {
    const auto values = assignments(*scope, source.tokens[i].text);
    const Range value = values.size() == 1 ? values[0].value : Range{};
    const std::size_t close = closing(source, value.begin + 1);
    const bool counts_bytes = source.is_one_of(close - 2, {"char", "void", "byte", "int8_t", "uint8_t"});
    if (!source.is(value.begin, "reinterpret_cast") || !source.is(close - 1, "*") || counts_bytes) continue;
    std::vector<std::string> told;
    tell_values(*scope, {i, i + 1}, told);
    return fmt::format("{}", fmt::join(told, ", "));
  }
  return "";
}

std::string maker_of_grid(const CodePlace& launch, const std::string& file_of_kernel) {
  const Source& source = source_at(launch);
  const Range line = tokens_of_line(source, launch.line);
  for (std::size_t i = line.begin; i < line.end; ++i) {
    for (const std::string& path : {launch.path, file_of_kernel}) {
      const CodePlace file{path.substr(path.rfind('/') + 1), 0, path};
      const Source& there = source_at(file);
      const auto called = source.is(i + 1, "(") ? function_named(there, source.tokens[i].text) : std::nullopt;
      const bool makes_numbers =
          called && called->name > 0 && there.is_one_of(called->name - 1, {"dim3", "unsigned", "int", "size_t"});
      if (called && (makes_numbers || count_of(there, called->body, {"dim3"}) > 0))
        return fmt::format("{}() at {}:{}", source.tokens[i].text, file.file, there.tokens[called->body.begin].line);
    }
  }
  return "";
}

std::string used_before(const CodePlace& line) {
  const auto scope = scope_of(line, 0);
  if (!scope) return "";
  const Source& source = *scope->source;
  const Range own = tokens_of_line(source, line.line);
  std::size_t name = own.begin;
  while (name < own.end && !(source.is(name, "&") && source.is(name + 2, "["))) ++name;
  if (name == own.end) return "";
  for (std::size_t i = own.begin; i-- > scope->function.body.begin;) {
    if (source.tokens[i].text != source.tokens[name + 1].text) continue;
    std::size_t open = i;
    while (open > scope->function.body.begin && !source.is_one_of(open, {"(", ";"})) --open;
    const std::string& caller = source.tokens[open - 1].text;
    const auto called = source.is(open, "(") ? function_named(source, caller) : std::nullopt;
    const std::string inside =
        called ? fmt::format("{}(), which begins at {}:{}, ", caller, line.file, source.tokens[called->body.begin].line)
               : "";
    return fmt::format("{}at {}:{}", inside, line.file, source.tokens[i].line);
  }
  return "";
}

std::optional<Definition> exchanged_arguments(const SourceAccess& access) {
  auto scope = scope_of(access.at, 0);
  for (auto caller = scope ? caller_of(*scope, access.callers) : std::nullopt; caller;
       caller = caller_of(*caller, access.callers)) {
    const std::vector<Argument> all = arguments(*scope, *caller);
    for (const Argument& one : all) {
      const auto is_other = [&](const Argument& a) {
        return &a > &one && a.parameter == one.text && a.text == one.parameter;
      };
      const auto other = std::ranges::find_if(all, is_other);
      if (other == all.end()) continue;
      return Definition{.name = one.parameter,
                        .text = fmt::format("{} = {}, {} = {}", one.parameter, one.text, other->parameter, other->text),
                        .at = caller->at,
                        .callers = caller->callers};
    }
    scope = caller;
  }
  return std::nullopt;
}

}  // namespace ladder
