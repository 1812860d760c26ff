#include "answer.hpp"

#include <cstdio>
#include <exception>

#include "ladder/base/files.hpp"

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
