#include "ladder/source/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <map>
#include <set>

namespace ladder {
namespace {

// A letter beyond ASCII is written as \u03b1 in a preprocessed file.
bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '\\' || (c & 0x80) != 0;
}
bool in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The bracket that such a mark stands for.
std::string without_digraph(const std::string& mark) {
  return mark == "<:" ? "[" : mark == ":>" ? "]" : mark == "<%" ? "{" : mark == "%>" ? "}" : mark;
}

// Reads one token after the other.
class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  Source read() {
    for (;;) {
      const std::string before = blanks();
      if (at_ == text_.size()) {
        source_.end = before;
        return std::move(source_);
      }
      Token token{TokenKind::punctuation, {}, before, file_, line_, of_system_, {}};
      const std::size_t begin = at_;
      token.kind = take();
      token.text = without_digraph(text_.substr(begin, at_ - begin));
      if (token.kind == TokenKind::directive) {
        follow(token.text);
      } else {
        line_ += static_cast<int>(std::ranges::count(token.text, '\n'));  // of a raw string
      }
      source_.tokens.push_back(std::move(token));
    }
  }

 private:
  std::string blanks() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        if (text_[at_++] == '\n') ++line_, at_line_begin_ = true;
      } else if (text_.compare(at_, 2, "//") == 0) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.compare(at_, 2, "/*") == 0) {
        const std::size_t end = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
        line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                             text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
        at_ = end;
      } else {
        break;
      }
    }
    return text_.substr(begin, at_ - begin);
  }

  TokenKind take() {
    const char c = text_[at_];
    const bool first = std::exchange(at_line_begin_, false);
    if (c == '#' && first) {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return TokenKind::directive;
    }
    if (begins_name(c)) return name_or_text();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
        (c == '.' && at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1])) != 0)) {
      return number();
    }
    if (c == '"' || c == '\'') return quoted();
    return punctuation();
  }

  TokenKind name_or_text() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return TokenKind::identifier;
    const std::string prefix = text_.substr(begin, at_ - begin);  // of a string: u8R
    static const std::vector<std::string> prefixes = {"u8", "u", "U", "L", "R", "u8R", "uR", "UR", "LR"};
    if (std::ranges::find(prefixes, prefix) == prefixes.end()) return TokenKind::identifier;
    return prefix.back() == 'R' ? raw() : quoted();
  }

  TokenKind number() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool sign = (c == '+' || c == '-') && std::string("eEpP").find(text_[at_ - 1]) != std::string::npos &&
                        !(text_[at_ - 1] != 'p' && text_[at_ - 1] != 'P' && hexadecimal());
      const bool separator = c == '\'' && at_ + 1 < text_.size() && in_name(text_[at_ + 1]);
      if (!in_name(c) && c != '.' && !sign && !separator) break;
      ++at_;
    }
    return TokenKind::number;
  }
  // Whether the number that is being read begins with 0x, where an e is a digit.
  bool hexadecimal() const {
    std::size_t begin = at_;
    while (begin > 0 && (in_name(text_[begin - 1]) || text_[begin - 1] == '.')) --begin;
    return text_.compare(begin, 2, "0x") == 0 || text_.compare(begin, 2, "0X") == 0;
  }

  TokenKind quoted() {
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote) at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
    if (text_.compare(at_, 2, "__") == 0) return TokenKind::text;  // extern "C"__global__
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;       // "..."s
    return TokenKind::text;
  }

  // R"mark( ... )mark"
  TokenKind raw() {
    const std::size_t open = text_.find('(', at_);
    const std::string end = ")" + text_.substr(at_ + 1, open - at_ - 1) + "\"";
    const std::size_t found = text_.find(end, open);
    at_ = found == std::string::npos ? text_.size() : found + end.size();
    return TokenKind::text;
  }

  TokenKind punctuation() {
    // `<::` is a digraph only in front of : and >.
    const bool is_scope = text_.compare(at_, 3, "<::") == 0 && text_.find_first_of(":>", at_ + 3) != at_ + 3;
    for (const char* longer :
         {"<<<", ">>>", "::", "->", "...", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "<:", ":>", "<%", "%>"}) {
      const std::string mark = longer;
      if (text_.compare(at_, mark.size(), mark) == 0 && !(is_scope && mark == "<:")) {
        at_ += mark.size();
        return TokenKind::punctuation;
      }
    }
    ++at_;
    return TokenKind::punctuation;
  }

  // # 12 "mm.cu" 2: the line below is line 12 of mm.cu.
  void follow(const std::string& directive) {
    const std::size_t open = directive.find('"');
    const std::size_t digits = directive.find_first_of("0123456789");
    if (digits == std::string::npos || open == std::string::npos || directive.find_first_not_of("# ") != digits) return;
    constexpr std::size_t most_digits = 9;  // no file has more lines
    if (directive.find_first_not_of("0123456789", digits) - digits > most_digits) return;
    const std::string name = directive.substr(open + 1, directive.rfind('"') - open - 1);
    static std::set<std::string> names;  // which tokens refer to, and outlive their source
    file_ = *names.insert(name).first;
    line_ = std::stoi(directive.substr(digits)) - 1;  // the line's end is still to come
    // As it is entered; within, a #pragma may call itself the system's, and a macro of the system's is the file's own.
    const bool is_system = directive.find('3', directive.rfind('"')) != std::string::npos;
    of_system_ = of_system_by_file_.emplace(file_, is_system).first->second;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  bool at_line_begin_ = true;
  std::string_view file_;
  int line_ = 1;
  bool of_system_ = false;
  std::map<std::string_view, bool> of_system_by_file_;
  Source source_;
};

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

std::string Source::place(std::size_t i) const {
  const Token& token = tokens[i];
  return std::filesystem::path(token.file).filename().string() + ":" + std::to_string(token.line);
}

Source source_of(const std::string& preprocessed) { return Reader(preprocessed).read(); }

std::string text_of(const Source& source) {
  std::string text;
  for (const Token& token : source.tokens) text += token.before + token.text + token.after;
  return text + source.end;
}

std::size_t closing(const Source& source, std::size_t open) {
  if (open >= source.tokens.size()) return source.tokens.size();
  const std::string& bracket = source.tokens[open].text;
  return bracket == "<" ? closing_angle(source, open) : matching(source, open, partner(bracket), 1);
}

std::size_t opening(const Source& source, std::size_t close) {
  return matching(source, close, source.tokens[close].text == ")" ? "(" : "[", SIZE_MAX);
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

}  // namespace ladder
