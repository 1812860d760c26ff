#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

Question<float> question(unsigned rows, unsigned cols) {
  Question<float> question;
  question.what = fmt::format("{} x {}", rows, cols);
  question.size = {rows, cols};
  question.expected.resize(rows * cols);
  for (unsigned i = 0; i < rows * cols; ++i) {
    const float value = input_value(i);
    question.input.push_back(value);
    question.expected[i - i % cols + cols - 1 - i % cols] = value;
  }
  question.place = [=](std::size_t i) { return fmt::format("row {}, column {} of the output", i / cols, i % cols); };
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"two dimensions", {}};
  exercise.items = {item(question(8, 32)), item(question(64, 32)), item(question(33, 65)), item(question(1, 100)),
                    item(question(100, 1))};
  auto last = question(60, 128);
  last.contract = {
      {Space::global, Access::load, &LineCounters::transactions, 60 * 128 / 8, "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::store, &LineCounters::transactions, 60 * 128 / 8, "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::store, &LineCounters::requests, 60 * 128 / 32, "every thread does its own element"},
  };
  exercise.items.push_back(item(last));
  constexpr std::size_t rows = 1040, cols = 6200011;
  const auto mirrored = [](std::size_t i) { return i - i % cols + cols - 1 - i % cols; };
  exercise.items.push_back(far_item(fmt::format("{} x {}", rows, cols), {rows, cols},
                                    {.elements = rows * cols, .source = mirrored, .target = mirrored}));
  return exercise;
}
