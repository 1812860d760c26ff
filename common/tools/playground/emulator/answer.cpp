#include "answer.hpp"

#include <exception>
#include <string>

#include "ladder/base/files.hpp"

ladder::Json ladder::playground::place_of(const Finding& finding) {
  return {{"file", finding.at.file},
          {"line", finding.at.line},
          {"words", finding.words},
          {"rule", finding.rule},
          {"where", finding.where}};
}

namespace {
std::string answered;
}

// The question is the file /question.json.
void ladder::playground::answer_now() {
  try {
    answered = to_text(answer_to(Json::parse(contents("/question.json"))));
  } catch (const std::exception& error) {
    answered = to_text(Json{{"error", error.what()}});
  }
}

extern "C" __attribute__((export_name("answer"))) void answer() { ladder::playground::answer_now(); }
extern "C" __attribute__((export_name("text"))) const char* text() { return answered.c_str(); }
