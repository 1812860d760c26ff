// The statements of a kernel's source, told apart by their words alone: nothing is compiled.
#pragma once

#include <string>
#include <vector>

namespace ladder {

// A name, a number, a sign such as "+=": and the line where it stands.
struct Word {
  std::string text;
  int line;
};

struct Statement {
  std::vector<Word> words;         // without the ";" at its end; of an if, a loop or a switch what stands in its ()
  std::vector<std::string> tests;  // of the ifs around it, the outer ones first: "t == 0"; "else t == 0"
};

// The words of a source text, which begins with line 1. Comments, strings and lines that begin with # have none.
std::vector<Word> words_of(const std::string& source);

// The statements from the first word of this line on, to the end of the block that the line is in.
std::vector<Statement> statements_from(const std::vector<Word>& source, int line);

}  // namespace ladder
