#include "ladder/report/kernel_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "ladder/source/tokens.hpp"

namespace ladder {
namespace {

using Tokens = std::vector<std::string>;
using Words = std::set<std::string>;

bool is_word(const std::string& token) { return std::isalpha(token[0]) != 0 || token[0] == '_'; }
bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool opens(const std::string& token) { return token == "(" || token == "[" || token == "{"; }
bool closes(const std::string& token) { return token == ")" || token == "]" || token == "}"; }

// From `first` to `last`: words, numbers, strings, lines of the preprocessor but for those that include a file, whose
// place says nothing of the kernel, and signs, each by itself.
Tokens tokens_of(const Source& source, std::size_t first, std::size_t last) {
  Tokens tokens;
  for (std::size_t i = first; i < last; ++i) {
    std::string text = source.tokens[i].text;
    if (source.tokens[i].kind == TokenKind::directive) {
      text.erase(std::min(text.find("//"), text.size()));
      text.erase(text.find_last_not_of(" \t\r") + 1);
      if (!text.starts_with("#include")) tokens.push_back(text);
    } else if (text[0] == '"') {
      tokens.push_back(text);
    } else {
      for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
        end = begin + 1;
        while (is_of_word(text[begin]) && end < text.size() && is_of_word(text[end])) ++end;
        tokens.push_back(text.substr(begin, end - begin));
      }
    }
  }
  return tokens;
}

// What a definition (a function, a constant, a type, or a line of the preprocessor) gives a name to: the words outside
// all brackets that are followed by what begins a body, a value or a list of parameters.
Words names_in(const Tokens& definition) {
  static const Words followers = {"(", "{", "[", "=", ";", ",", ":"};
  static const Words no_names = {"return", "static_assert", "alignas", "__launch_bounds__"};
  Words names;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < definition.size(); ++i) {
    const std::string& token = definition[i];
    if (opens(token)) ++depth;
    if (closes(token)) --depth;
    if (token == "template") {  // its parameters are no names
      int angles = 0;
      do {
        if (definition[++i] == "<") ++angles;
        if (definition[i] == ">") --angles;
      } while (angles > 0 && i + 1 < definition.size());
    } else if (depth == 0 && is_word(token) && followers.count(definition[i + 1]) != 0 && no_names.count(token) == 0) {
      names.insert(token);
    }
  }
  return names;
}

// What stands in a namespace, and in variants(), stands for itself.
bool is_looked_into(const Tokens& head) {
  return std::ranges::any_of(head, [](const std::string& t) { return t == "namespace" || t == "variants"; });
}

bool is_function(const Tokens& head) {
  return std::ranges::find(head, "(") != head.end() && std::ranges::find(head, "=") == head.end();
}

std::vector<Tokens> definitions_in(const Tokens& tokens) {
  std::vector<Tokens> all;
  Tokens part;
  int depth = 0;
  bool function = false;
  const auto end = [&] {
    all.push_back(part);
    part.clear();
  };
  for (const std::string& token : tokens) {
    if (depth == 0 && token == "}") continue;  // of what was looked into
    if (depth == 0 && token == "{") {
      function = is_function(part);
      if (is_looked_into(part)) {
        part.clear();
        continue;
      }
    }
    if (token == "{") ++depth;
    if (token == "}") --depth;
    part.push_back(token);
    const bool line = part.size() == 1 && token[0] == '#';
    if (depth == 0 && (token == ";" || line || (token == "}" && function))) end();
  }
  return all;
}

// The element of the list in braces in which the variant's name stands.
Tokens row_of(const std::string& variant, const Source& source) {
  const auto found = std::ranges::find(source.tokens, "\"" + variant + "\"", &Token::text);
  const auto name = static_cast<std::size_t>(found - source.tokens.begin());
  std::size_t open = name;  // the innermost brace around it
  for (std::size_t i = 0; i < name; ++i) {
    if (source.is(i, "{") && closing(source, i) > name) open = i;
  }
  if (open == name) return {};
  for (const auto& [begin, end] : comma_separated(source, open + 1, closing(source, open))) {
    if (begin <= name && name < end) return tokens_of(source, begin, end);
  }
  return {};
}

// The definitions that are used, in their order, and the row at the end.
Tokens used_by(const Tokens& row, const std::vector<Tokens>& definitions) {
  std::vector<bool> used(definitions.size());
  Words words(row.begin(), row.end());
  for (bool more = true; more;) {
    more = false;
    for (std::size_t i = 0; i < definitions.size(); ++i) {
      const Words names = names_in(definitions[i]);
      const bool line = definitions[i].front()[0] == '#';  // a macro may be used anywhere
      if (used[i] || !(line || std::ranges::any_of(names, [&](auto& n) { return words.count(n) != 0; }))) continue;
      used[i] = more = true;
      words.insert(definitions[i].begin(), definitions[i].end());
    }
  }
  Tokens all;
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    if (used[i]) all.insert(all.end(), definitions[i].begin(), definitions[i].end());
  }
  all.insert(all.end(), row.begin(), row.end());
  return all;
}

// FNV-1a.
std::uint64_t hash_of(const Tokens& tokens) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& token : tokens) {
    for (const char c : token + "\n") hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

}  // namespace

std::string hash_of_source(const std::string& text, const std::string& variant) {
  const Source source = source_of(text);
  const Tokens row = row_of(variant, source);
  if (row.empty()) return "";
  const Tokens all = tokens_of(source, 0, source.tokens.size());
  return fmt::format("{:016x}", hash_of(used_by(row, definitions_in(all))));
}

}  // namespace ladder
