// The tokens of a C++ file that has been preprocessed: what the rest of this folder finds its way by. PTX has the same.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ladder {

enum class TokenKind { identifier, number, text, punctuation, directive };  // text: a string or a character

struct Token {
  TokenKind kind;
  std::string text;        // as it stands; of a digraph or a `<< <`, what it stands for
  std::string before;      // the blanks, comments and line ends in front of it
  std::string_view file;   // as the compiler was given it; empty: not known
  int line = 0;            // in that file
  bool of_system = false;  // of a header that is not the program's own
  std::string after;       // what a rewriting adds behind it
};

// A preprocessed file. Line markers (`# 12 "mm.cu" 2`) and pragmas are tokens of their own.
struct Source {
  std::vector<Token> tokens;
  std::string end;  // blanks behind the last token

  using Words = std::set<std::string_view>;
  bool is(std::size_t i, std::string_view text) const { return i < tokens.size() && tokens[i].text == text; }
  bool is_one_of(std::size_t i, const Words& words) const {
    return i < tokens.size() && words.contains(tokens[i].text);
  }
  bool is_identifier(std::size_t i) const { return i < tokens.size() && tokens[i].kind == TokenKind::identifier; }
  // "mm.cu:12".
  std::string place(std::size_t i) const;
};

// `<<<` and `>>>` are tokens of their own, whatever they stand for.
Source source_of(const std::string& preprocessed);

// With everything that was rewritten. Line ends stay what they were, so that lines keep their numbers.
std::string text_of(const Source& source);

// The index of the bracket that closes the one at `open`: ( [ { or, where it stands for one, <. source.tokens.size()
// where there is none. Within < > only names, numbers and brackets are looked at.
std::size_t closing(const Source& source, std::size_t open);

// One past the statement that begins there.
std::size_t end_of_statement(const Source& source, std::size_t begin);

// The index of the bracket that the ) or ] at `close` closes; source.tokens.size() where there is none.
std::size_t opening(const Source& source, std::size_t close);

// The begin of the `>>>` of a launch's configuration that begins at i; behind all tokens where there is none.
std::size_t end_of_configuration(const Source& source, std::size_t i);

// The parts of the tokens from `begin` to `end` that commas outside of brackets part: each as its first token and one
// past its last. Empty ones are left out.
std::vector<std::pair<std::size_t, std::size_t>> comma_separated(const Source& source, std::size_t begin,
                                                                 std::size_t end);

// Whether a list in brackets may follow the word where a function or a variable is declared, and is no parameters of
// it.
bool takes_brackets(const std::string& word);

// The index of the next token that is no directive, from i on; of the one before i.
std::size_t code_from(const Source& source, std::size_t i);
std::size_t code_before(const Source& source, std::size_t i);

// Takes the tokens out, and leaves their line ends.
void blank(Source& source, std::size_t begin, std::size_t end);

// `# 12 "mm.cu"`, which says that the line below is the one of the token.
std::string line_marker(const Source& source, std::size_t i);

// The tokens from `begin` to `end`, as text, each with the blanks in front of it; on one line.
std::string words(const Source& source, std::size_t begin, std::size_t end);

}  // namespace ladder
