#include "answer.hpp"

#include <cstdio>
#include <exception>

#include "ladder/base/files.hpp"

ladder::Json ladder::playground::place_of(const Finding& finding) {
  return {{"file", finding.at.file},
          {"line", finding.at.line},
          {"words", finding.words},
          {"rule", finding.rule},
          {"where", finding.where}};
}

// The question is the file /question.json; the answer goes to standard output.
extern "C" __attribute__((export_name("answer"))) void answer() {
  using namespace ladder;
  std::string text;
  try {
    text = to_text(playground::answer_to(Json::parse(contents("/question.json"))));
  } catch (const std::exception& error) {
    text = to_text(Json{{"error", error.what()}});
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}
