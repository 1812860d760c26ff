#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

// TODO: what a launch gets, and what it has to make of it. For transposes there is transpose_question().
Question<float> question(unsigned count) {
  Question<float> question;
  question.what = fmt::format("count = {}", count);
  question.size = {1, count};
  for (unsigned i = 1; i <= count; ++i) {
    question.input.push_back(static_cast<float>(i));
    question.expected.push_back(static_cast<float>(2 * i));
  }
  question.place = [](std::size_t i) { return fmt::format("out[{}]", i); };
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"TODO", {}};
  for (const unsigned count : {256, 1, 1000}) exercise.items.push_back(item(question(count)));
  // TODO: the memory contract, where every warp is full.
  auto last = question(4096);
  last.contract = {
      {Space::global, Access::load, &LineCounters::transactions, 4096 / 8, "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::store, &LineCounters::transactions, 4096 / 8, "32 neighbouring floats are 4 sectors"},
  };
  exercise.items.push_back(item(last));
  // TODO: where an offset may need more than 32 bits, far_item() or far_transpose().
  return exercise;
}
