#include "ladder/diagnose/source_statements.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace ladder {
namespace {

bool is_of_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// Where what begins at `at` ends: a comment, a string, a line that begins with #. `at` where none of them does.
std::size_t end_of_what_is_no_word(const std::string& source, std::size_t at) {
  const auto behind = [&](const std::string& end, std::size_t from) {
    const std::size_t found = source.find(end, from);
    return found == std::string::npos ? source.size() : found + end.size();
  };
  if (source.compare(at, 2, "/*") == 0) return behind("*/", at + 2);
  if (source.compare(at, 2, "//") == 0 || source[at] == '#') return std::min(source.find('\n', at), source.size());
  if (source[at] != '"' && source[at] != '\'') return at;
  std::size_t end = at + 1;
  while (end < source.size() && source[end] != source[at]) end += source[end] == '\\' ? 2 : 1;
  return std::min(end + 1, source.size());
}

std::size_t length_of_sign(const std::string& source, std::size_t at) {
  for (const char* sign : {"<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                           "&&",  "||",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::"}) {
    if (source.compare(at, std::string(sign).size(), sign) == 0) return std::string(sign).size();
  }
  return 1;
}

class Reader {
 public:
  Reader(const std::vector<Word>& words, std::size_t at) : words_(words), at_(at) {}

  std::vector<Statement> read() {
    while (at_ < words_.size() && !is("}")) read_statement();
    return statements_;
  }

 private:
  bool is(const char* text) const { return at_ < words_.size() && words_[at_].text == text; }
  bool skip(const char* text) {
    const bool found = is(text);
    at_ += found ? 1 : 0;
    return found;
  }

  // Up to this sign where it stands in no brackets, or to a bracket that was opened before.
  std::vector<Word> read_up_to(const char* end) {
    std::vector<Word> words;
    for (int depth = 0; at_ < words_.size(); ++at_) {
      const std::string& text = words_[at_].text;
      if (depth == 0 && text == end) break;
      if (text == "(" || text == "[" || text == "{") ++depth;
      if ((text == ")" || text == "]" || text == "}") && --depth < 0) break;
      words.push_back(words_[at_]);
    }
    return words;
  }

  // What stands in ( ).
  std::string read_condition() {
    skip("(");
    statements_.push_back({read_up_to(")"), tests_});
    skip(")");
    std::string text;
    for (const Word& word : statements_.back().words) text += (text.empty() ? "" : " ") + word.text;
    return text;
  }

  void read_under(const std::string& test) {
    tests_.push_back(test);
    read_statement();
    tests_.pop_back();
  }

  void read_statement() {
    if (at_ >= words_.size()) return;
    if (skip("{")) {
      while (at_ < words_.size() && !is("}")) read_statement();
      skip("}");
    } else if (skip("if")) {
      skip("constexpr");
      const std::string test = read_condition();
      read_under(test);
      if (skip("else")) read_under("else " + test);
    } else if (skip("for") || skip("while") || skip("switch")) {
      read_condition();
      if (!skip(";")) read_statement();
    } else if (skip("do") || skip("else")) {
      read_statement();
    } else {
      statements_.push_back({read_up_to(";"), tests_});
      if (!skip(";") && !is("}")) ++at_;  // a bracket that nothing has opened
    }
  }

  const std::vector<Word>& words_;
  std::size_t at_;
  std::vector<std::string> tests_;
  std::vector<Statement> statements_;
};

}  // namespace

std::vector<Word> words_of(const std::string& source) {
  std::vector<Word> words;
  int line = 1;
  for (std::size_t at = 0; at < source.size();) {
    std::size_t end = end_of_what_is_no_word(source, at);
    if (end == at) {
      if (is_of_a_name(source[at])) {
        while (end < source.size() && is_of_a_name(source[end])) ++end;
        words.push_back({source.substr(at, end - at), line});
      } else if (std::isspace(static_cast<unsigned char>(source[at])) != 0) {
        ++end;
      } else {
        end += length_of_sign(source, at);
        words.push_back({source.substr(at, end - at), line});
      }
    }
    line += static_cast<int>(std::count(source.begin() + static_cast<std::ptrdiff_t>(at),
                                        source.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at = end;
  }
  return words;
}

std::vector<Statement> statements_from(const std::vector<Word>& source, int line) {
  const auto first = std::find_if(source.begin(), source.end(), [&](const Word& word) { return word.line >= line; });
  return Reader(source, static_cast<std::size_t>(first - source.begin())).read();
}

}  // namespace ladder
