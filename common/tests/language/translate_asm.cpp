// translate_asm FILE: writes the file with C++ in the place of each asm volatile(...).
#include <cstddef>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "tools/try/inline_ptx.hpp"

// Where the parenthesis closes that opens at `at`.
static std::size_t end_of_parentheses(const std::string& text, std::size_t at) {
  bool in_string = false;
  for (int depth = 0;; ++at) {
    if (text[at] == '"' && text[at - 1] != '\\') in_string = !in_string;
    if (in_string) continue;
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at;
  }
}

int main(int, char** arguments) {
  std::ifstream file(arguments[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}}, mark = "asm volatile(";
  std::cout << "#include \"ladder/engine/emulator/language/inline_ptx.hpp\"\n#line 1 \"" << arguments[1] << "\"\n";
  std::size_t done = 0;
  for (std::size_t found; (found = text.find(mark, done)) != std::string::npos;) {
    const std::size_t open = found + mark.size() - 1, close = end_of_parentheses(text, open);
    const std::string inside = text.substr(open + 1, close - open - 1);
    std::cout << text.substr(done, found - done) << ladder::tried::translate_ptx(inside);
    for (const char c : inside) {
      if (c == '\n') std::cout << '\n';  // lines keep their numbers
    }
    done = close + 1;
  }
  std::cout << text.substr(done);
}
