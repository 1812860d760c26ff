#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

Question<float> question(unsigned count) {
  Question<float> question;
  question.what = fmt::format("count = {}", count);
  question.size = {1, count};
  for (unsigned i = 0; i < count; ++i) {
    question.input.push_back(static_cast<float>(i + 1));
    question.expected.push_back(static_cast<float>(count - i));
  }
  question.place = [](std::size_t i) { return fmt::format("out[{}]", i); };
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"more threads than elements", {}};
  for (const unsigned count : {128, 256, 130, 1, 127, 1000}) exercise.items.push_back(item(question(count)));
  return exercise;
}
