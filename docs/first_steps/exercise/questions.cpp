#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

Question<float> question(unsigned blocks) {
  Question<float> question;
  question.what = fmt::format("{} x 128", blocks);
  question.size = {1, blocks * 128};
  for (unsigned i = 1; i <= blocks * 128; ++i) {
    question.input.push_back(static_cast<float>(i));
    question.expected.push_back(static_cast<float>(2 * i));
  }
  question.place = [](std::size_t i) { return fmt::format("out[{}]", i); };
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"a thread for each element", {}};
  for (const unsigned blocks : {1, 2, 50}) exercise.items.push_back(item(question(blocks)));
  return exercise;
}
