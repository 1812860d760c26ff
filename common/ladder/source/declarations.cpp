#include "ladder/source/declarations.hpp"

#include <algorithm>

#include "ladder/source/scope.hpp"

namespace ladder {

std::string declared_array(const CodePlace& at, ArrayOf whom) {
  const auto scope = scope_of(at, 0);
  if (!scope) return "";
  const Source& source = *scope->source;
  const Range line = tokens_of_line(source, at.line), body = scope->function.body;
  bool is_shared = false;
  for (std::size_t i = body.begin; i < line.begin; ++i) {
    if (source.is_one_of(i, {";", "{", "}"})) is_shared = false;
    is_shared = is_shared || source.is(i, "__shared__");
    const bool is_declared = source.is_identifier(i) && source.is(i + 1, "[") && source.is_identifier(i - 1) &&
                             !source.is_one_of(i - 1, {"return", "else", "case"});
    if (!is_declared || is_shared != (whom == ArrayOf::block)) continue;
    std::size_t end = i + 1;
    while (source.is(end, "[")) end = closing(source, end) + 1;
    const bool is_used = std::any_of(source.tokens.begin() + static_cast<std::ptrdiff_t>(line.begin),
                                     source.tokens.begin() + static_cast<std::ptrdiff_t>(line.end),
                                     [&](const Token& token) { return token.text == source.tokens[i].text; });
    if (is_used) return words(source, i, end) + " at " + in_words({at.file, source.tokens[i].line});
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
  const Range line = tokens_of_line(rows, row);
  std::size_t name = line.begin;
  while (name < line.end && rows.tokens[name].text != source.tokens[scope->function.name].text) ++name;
  if (name == line.end || !rows.is(name + 1, "<")) return "";
  const auto parameters = comma_separated(source, begin + 2, closing(source, begin + 1));
  const auto values = comma_separated(rows, name + 2, closing(rows, name + 1));
  const Source used = source_of(text);
  std::string all;
  for (std::size_t i = 0; i < std::min(parameters.size(), values.size()); ++i) {
    const std::string& parameter = source.tokens[parameters[i].second - 1].text;
    if (count_of(used, {0, used.tokens.size()}, {parameter.c_str()}) == 0) continue;
    all += (all.empty() ? "" : ", ") + parameter + " = " + words(rows, values[i].first, values[i].second);
  }
  return all.empty() ? "" : all + " at " + in_words(there);
}

}  // namespace ladder
