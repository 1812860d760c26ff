// How the rest of this folder finds its way among tokens: brackets, commas, lines.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "ladder/source/tokens.hpp"

namespace ladder {
namespace {

const char* partner(const std::string& open) {
  return open == "(" ? ")" : open == "[" ? "]" : open == "{" ? "}" : open == "<" ? ">" : nullptr;
}

// The first `wanted` that brackets like the one at `from` leave alone, step by step: 1 forwards, SIZE_MAX backwards.
std::size_t matching(const Source& source, std::size_t from, const std::string& wanted, std::size_t step) {
  const std::string& bracket = source.tokens[from].text;
  int depth = 0;
  for (std::size_t i = from; i < source.tokens.size(); i += step) {  // before the first token, i is above all
    if (source.tokens[i].kind != TokenKind::punctuation) continue;
    if (source.tokens[i].text == bracket) ++depth;
    if (source.tokens[i].text == wanted && --depth == 0) return i;
  }
  return source.tokens.size();
}

// Of `<`, which may be no bracket at all.
std::size_t closing_angle(const Source& source, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (text == "(" || text == "[" || text == "{") {
      i = closing(source, i);
    } else if (text == "<") {
      ++depth;
    } else if (text == ">" || text == ">>>") {
      depth -= static_cast<int>(text.size());
      if (depth <= 0) return i;
    } else if (text == ";" || text == ")" || text == "]" || text == "}" || text == "<<<") {
      break;
    }
  }
  return source.tokens.size();
}

}  // namespace

std::size_t closing(const Source& source, std::size_t open) {
  if (open >= source.tokens.size()) return source.tokens.size();
  const std::string& bracket = source.tokens[open].text;
  if (partner(bracket) == nullptr) return open;  // `x` of `sizeof x`
  return bracket == "<" ? closing_angle(source, open) : matching(source, open, partner(bracket), 1);
}

std::size_t opening(const Source& source, std::size_t close) {
  return matching(source, close, source.tokens[close].text == ")" ? "(" : "[", SIZE_MAX);
}

std::size_t end_of_configuration(const Source& source, std::size_t i) {
  for (; i < source.tokens.size(); ++i) {
    const std::string& text = source.tokens[i].text;
    if (text == ">>>" && source.is(code_from(source, i + 1), "(")) return i;
    if (text == ";" || text == "}" || text == "<<<") break;
    if (text == "(" || text == "[" || text == "{") i = closing(source, i);
  }
  return source.tokens.size();
}

std::vector<std::pair<std::size_t, std::size_t>> comma_separated(const Source& source, std::size_t begin,
                                                                 std::size_t end) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  for (std::size_t i = begin; i <= end; ++i) {
    if (i == end || source.is(i, ",")) {
      if (i > begin) parts.emplace_back(begin, i);
      begin = i + 1;
    } else if (partner(source.tokens[i].text) != nullptr) {
      const std::size_t close = closing(source, i);
      if (close < end) i = close;
    }
  }
  return parts;
}

bool takes_brackets(const std::string& word) {
  static const std::set<std::string> words = {"__attribute__", "alignas",           "decltype", "noexcept",
                                              "explicit",      "__launch_bounds__", "__align__"};
  return words.count(word) != 0;
}

std::size_t code_from(const Source& source, std::size_t i) {
  while (i < source.tokens.size() && source.tokens[i].kind == TokenKind::directive) ++i;
  return i;
}

std::size_t code_before(const Source& source, std::size_t i) {
  do {
    if (i == 0) return source.tokens.size();
    --i;
  } while (source.tokens[i].kind == TokenKind::directive);
  return i;
}

std::string line_marker(const Source& source, std::size_t i) {
  const Token& token = source.tokens[i];
  return token.file.empty() ? "#" : fmt::format("# {} \"{}\"", token.line, token.file);
}

std::string words(const Source& source, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) {
    if (source.tokens[i].kind == TokenKind::directive) continue;
    if (!text.empty() && !source.tokens[i].before.empty()) text += ' ';
    text += source.tokens[i].text;
  }
  return text;
}

void blank(Source& source, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    Token& token = source.tokens[i];
    if (token.kind == TokenKind::directive) continue;
    token.text.clear();
    std::erase_if(token.before, [](char c) { return c != '\n'; });
  }
}

std::size_t end_of_statement(const Source& source, std::size_t begin) {
  const std::size_t first = code_from(source, begin), all = source.tokens.size();
  if (first >= all) return all;
  if (source.is(first, "{")) return closing(source, first) + 1;
  if (source.is_one_of(first, {"if", "for", "while"})) {
    std::size_t head = first + 1;
    while (head < all && !source.is(head, "(")) ++head;  // if constexpr (
    const std::size_t end = end_of_statement(source, std::min(closing(source, head) + 1, all));
    return source.is(end, "else") ? end_of_statement(source, end + 1) : end;
  }
  std::size_t i = first;
  while (i < all && !source.is(i, ";")) i = (source.is_one_of(i, {"(", "[", "{"}) ? closing(source, i) : i) + 1;
  return std::min(i + 1, all);
}

}  // namespace ladder
