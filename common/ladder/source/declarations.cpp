#include "ladder/source/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "ladder/source/index_definitions.hpp"
#include "ladder/source/scope.hpp"
#include "ladder/source/strides.hpp"

namespace ladder {
namespace {

struct Declaration {
  std::size_t name;
  std::vector<Range> extents;
};

// Of an array that the line uses, in its function; of that name, if one is given.
std::optional<Declaration> declaration_of(const CodePlace& at, ArrayOf whom, const std::string& name = "") {
  const auto scope = scope_of(at, 0);
  if (!scope) return std::nullopt;
  const Source& source = *scope->source;
  const Range line = tokens_of_line(source, at.line), body = scope->function.body;
  bool is_shared = false;
  for (std::size_t i = body.begin; i < line.begin; ++i) {
    if (source.is_one_of(i, {";", "{", "}"})) is_shared = false;
    is_shared = is_shared || source.is(i, "__shared__");
    const bool is_declared = source.is_identifier(i) && source.is(i + 1, "[") && source.is_identifier(i - 1) &&
                             !source.is_one_of(i - 1, {"return", "else", "case"});
    if (!is_declared || is_shared != (whom == ArrayOf::block)) continue;
    if (count_of(source, line, {source.tokens[i].text.c_str()}) == 0) continue;
    if (!name.empty() && source.tokens[i].text != name) continue;
    Declaration found{i, {}};
    for (std::size_t open = i + 1; source.is(open, "["); open = closing(source, open) + 1)
      found.extents.push_back({open + 1, closing(source, open)});
    return found;
  }
  return std::nullopt;
}

// Where the row names the kernel: once; or where what it names is defined, which may take several of the template's.
std::vector<std::size_t> uses_of_kernel(const Source& rows, int row, const std::string& kernel) {
  const Range line = tokens_of_line(rows, row);
  const auto is_kernel = [&](std::size_t i) { return rows.tokens[i].text == kernel && rows.is(i + 1, "<"); };
  for (std::size_t named = line.begin; named < line.end; ++named) {
    if (is_kernel(named)) return {named};
    if (!rows.is_identifier(named)) continue;
    std::size_t i = 0;
    while (i < line.begin && !(rows.tokens[i].text == rows.tokens[named].text && rows.is_one_of(i + 1, {"{", "="})))
      ++i;
    std::vector<std::size_t> found;
    for (const std::size_t end = end_of_statement(rows, i); i < line.begin && i < end; ++i) {
      if (is_kernel(i)) found.push_back(i);
    }
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

std::string declared_array(const CodePlace& at, ArrayOf whom) {
  const auto found = declaration_of(at, whom);
  if (!found) return "";
  const Source& source = source_at(at);
  const std::size_t end = found->extents.back().end + 1;
  return words(source, found->name, end) + " at " + in_words({at.file, source.tokens[found->name].line});
}

std::optional<std::pair<Definition, int>> narrow_variable(const SourceAccess& access) {
  std::vector<Definition> all = index_definitions(access, std::nullopt);
  for (const char* number : {"blockIdx.x", "blockIdx.y", "threadIdx.x", "threadIdx.y"}) {
    for (Definition& one : definitions_with(access, std::nullopt, number)) all.push_back(std::move(one));
  }
  for (const Definition& one : all) {
    const auto scope = one.name.empty() ? std::nullopt : scope_of(one.at, 0);
    if (!scope) continue;
    const Source& source = *scope->source;
    const Range line = tokens_of_line(source, one.at.line);
    std::size_t name = line.begin;
    while (name < line.end && !(source.is(name, one.name) && source.is(name + 1, "="))) ++name;
    for (std::size_t i = name;
         name < line.end && i-- > line.begin && !source.is_one_of(i, {"*", "&", "<", "(", ";"});) {
      if (source.is_one_of(i, {"short", "int16_t", "uint16_t"})) return std::pair(one, 16);
      if (source.is_one_of(i, {"char", "int8_t", "uint8_t"})) return std::pair(one, 8);
    }
  }
  return std::nullopt;
}

std::string loop_beyond_array(const SourceAccess& access, ArrayOf whom, std::optional<int> part,
                              const ValueOfName& value_of_name) {
  const auto found = declaration_of(access.at, whom, access.array);
  const int all = found ? static_cast<int>(found->extents.size()) : 0;
  const int index = !part ? (all == 1 ? 0 : -1) : *part < 0 ? all + *part : *part;
  const auto scope = scope_of(access.at, 0);
  const auto subscripts = scope ? subscripts_of(*scope, access, all > 1) : std::nullopt;
  if (index < 0 || index >= all || !subscripts || subscripts->indexes.size() != found->extents.size()) return "";
  const Source& source = source_at(access.at);
  const auto text_of = [&](const std::vector<Range>& ranges) {
    const Range range = ranges[static_cast<std::size_t>(index)];
    return words(source, range.begin, range.end);
  };
  const auto extent = value_of_expression(text_of(found->extents), value_of_name);
  const std::string sum = "index = " + text_of(subscripts->indexes);
  const auto all_definitions = index_definitions(access, all == 1 ? std::nullopt : part);
  // Whether the index has the variable as it is, and takes nothing away.
  const auto has = [&](const Definition& loop) {
    const auto adds_it = [&](const std::string& text) {
      return counts_alone(text, loop.name) && text.find_first_of("-?") == std::string::npos;
    };
    return adds_it(sum) || std::ranges::any_of(all_definitions, [&](const Definition& one) {
             return !one.is_of_loop && counts_alone(sum, one.name) && adds_it(one.text);
           });
  };
  for (const Definition& loop : all_definitions) {
    const std::size_t less = loop.text.find(" < "), end = loop.text.find(';');
    if (!extent || !loop.is_of_loop || less >= end || end == std::string::npos || !has(loop)) continue;
    const auto bound = value_of_expression(loop.text.substr(less + 3, end - less - 3), value_of_name);
    if (bound && *bound > *extent)
      return fmt::format("{} at {} goes up to {}, and {}{} has {}", loop.text, in_words(loop.at), *bound,
                         all == 1 ? "" : "this index of ", declared_array(access.at, whom), *extent);
  }
  return "";
}

std::string reference_of_kernel(const CodePlace& at) {
  const auto scope = scope_of(at, 0);
  if (!scope) return "";
  const Source& source = *scope->source;
  const auto [name, parameters, body] = scope->function;
  std::size_t begin = name;
  while (begin > 0 && !source.is_one_of(begin, {"__global__", ";", "}"})) --begin;
  if (!source.is(begin, "__global__")) return "";
  const Range line = tokens_of_line(source, at.line);
  for (const auto& [first, last] : comma_separated(source, parameters.begin, parameters.end)) {
    const std::string& parameter = source.tokens[last - 1].text;
    if (source.is(last - 2, "&") && count_of(source, line, {parameter.c_str()}) > 0)
      return parameter + " at " + in_words({at.file, source.tokens[last - 1].line});
  }
  return "";
}

std::string template_values(const CodePlace& at, int row, const std::string& text) {
  const auto scope = scope_of(at, 0);
  if (!scope || row == 0) return "";
  const Source& source = *scope->source;
  std::size_t begin = scope->function.name;
  while (begin > 0 && !source.is_one_of(begin, {"template", ";", "}"})) --begin;
  if (!source.is(begin, "template")) return "";
  const CodePlace there{"variants.cu", row, at.path.substr(0, at.path.rfind('/') + 1) + "variants.cu"};
  const Source& rows = source_at(there);
  const auto uses = uses_of_kernel(rows, row, source.tokens[scope->function.name].text);
  if (uses.empty()) return "";
  const auto parameters = comma_separated(source, begin + 2, closing(source, begin + 1));
  const Source used = source_of(text);
  const auto value_in = [&](std::size_t use, std::size_t parameter) {
    const auto values = comma_separated(rows, use + 2, closing(rows, use + 1));
    return parameter < values.size() ? words(rows, values[parameter].first, values[parameter].second) : "";
  };
  std::string all;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const std::string &parameter = source.tokens[parameters[i].second - 1].text, value = value_in(uses[0], i);
    const bool is_same = std::ranges::all_of(uses, [&](std::size_t use) { return value_in(use, i) == value; });
    if (value.empty() || !is_same || count_of(used, {0, used.tokens.size()}, {parameter.c_str()}) == 0) continue;
    all += (all.empty() ? "" : ", ") + parameter + " = " + value;
  }
  return all.empty() ? "" : all + " at " + in_words({there.file, rows.tokens[uses[0]].line});
}

std::string constants_of_file(const CodePlace& at, const std::string& text) {
  if (at.path.empty()) return "";
  const Source &source = source_at(at), used = source_of(text);
  std::string all;
  for (std::size_t i = 0; i < source.tokens.size(); ++i) {
    if (source.is(i, "{")) i = closing(source, i);
    if (!source.is(i, "constexpr")) continue;
    const std::size_t end = end_of_statement(source, i);
    for (; i + 1 < end; ++i) {
      const bool is_name = source.is_identifier(i) && source.is(i + 1, "=");
      if (!is_name || count_of(used, {0, used.tokens.size()}, {source.tokens[i].text.c_str()}) == 0) continue;
      std::size_t value = i + 2;
      while (value < end && !source.is_one_of(value, {",", ";"})) ++value;
      all += (all.empty() ? "" : ", ") + words(source, i, value) + " at " + in_words({at.file, source.tokens[i].line});
    }
  }
  return all;
}

}  // namespace ladder
