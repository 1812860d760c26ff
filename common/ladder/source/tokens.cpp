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

// The bracket that such a mark stands for. `<< <` and `>> >` are what some formatters make of a launch.
std::string bracket(const std::string& mark) {
  if (mark.starts_with("<< ") || mark.starts_with(">> ")) return std::string(3, mark[0]);
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
      token.text = bracket(text_.substr(begin, at_ - begin));
      in_launch_ = token.text == "<<<" || (in_launch_ && token.text != ">>>" && token.text != ";");
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

  // How long a `<< <` is that stands here, or a `>> >` that ends a launch, and no templates; 0: none does.
  std::size_t parted_launch() const {
    const char c = text_[at_];
    const auto is_here = [&](std::size_t i, char wanted) { return i < text_.size() && text_[i] == wanted; };
    if ((c != '<' && (c != '>' || !in_launch_)) || !is_here(at_ + 1, c)) return 0;
    const std::size_t third = text_.find_first_not_of(" \t", at_ + 2);
    if (third == at_ + 2 || !is_here(third, c)) return 0;
    return c == '<' || is_here(text_.find_first_not_of(" \t", third + 1), '(') ? third + 1 - at_ : 0;
  }

  TokenKind punctuation() {
    if (const std::size_t length = parted_launch(); length > 0) {
      at_ += length;
      return TokenKind::punctuation;
    }
    // `<::` is a digraph only in front of : and >.
    const bool is_scope = text_.compare(at_, 3, "<::") == 0 && text_.find_first_of(":>", at_ + 3) != at_ + 3;
    for (const std::string_view mark :
         {"<<<", ">>>", "::", "->", "...", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "<:", ":>", "<%", "%>"}) {
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
  bool in_launch_ = false;  // behind a <<<
  std::string_view file_;
  int line_ = 1;
  bool of_system_ = false;
  std::map<std::string_view, bool> of_system_by_file_;
  Source source_;
};

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

}  // namespace ladder
