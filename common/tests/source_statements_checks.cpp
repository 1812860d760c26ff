// Statements of a source text, by their words alone.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "ladder/diagnose/source_statements.hpp"

using namespace ladder;
using Texts = std::vector<std::string>;

namespace {

// "last = t == 0 | t == 0", its words and, behind bars, the tests around it.
Texts read(const std::string& source, int line = 1) {
  Texts found;
  for (const Statement& statement : statements_from(words_of(source), line)) {
    std::string text;
    for (const Word& word : statement.words) text += (text.empty() ? "" : " ") + word.text;
    for (const std::string& test : statement.tests) text += " | " + test;
    found.push_back(text);
  }
  return found;
}

}  // namespace

TEST_CASE("words of a source have their lines; comments, strings and directives have none") {
  const std::vector<Word> words = words_of("#define N 4\na<<=b->c; // d\n/* e\n f */ g(\"h; \\\" i\", 'j');\n");
  Texts texts;
  for (const Word& word : words) texts.push_back(word.text);
  CHECK(texts == Texts{"a", "<<=", "b", "->", "c", ";", "g", "(", ",", ")", ";"});
  CHECK(words.front().line == 2);
  CHECK(words.back().line == 4);
}

TEST_CASE("each statement stands under the tests around it") {
  CHECK(read("bool last; if (t == 0) last = f(1, 2); else { g(); } h();") ==
        Texts{"bool last", "t == 0", "last = f ( 1 , 2 ) | t == 0", "g ( ) | else t == 0", "h ( )"});
  CHECK(read("if (a) if (b) c(); d();") == Texts{"a", "b | a", "c ( ) | a | b", "d ( )"});
  CHECK(read("for (int i = 0; i < n; ++i) { s += i; } while (p) ; do q(); while (r);") ==
        Texts{"int i = 0 ; i < n ; ++ i", "s += i", "p", "q ( )", "r"});
}

TEST_CASE("statements are read from a line on, to the end of its block") {
  CHECK(read("f();\n{ g();\nh(); if (a) { b(); }\n}\ni();", 3) == Texts{"h ( )", "a", "b ( ) | a"});
  CHECK(read("a(", 1) == Texts{"a ("});
  CHECK(read("a();", 2).empty());
}
