#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

Question<float> question(unsigned count) {
  Question<float> question;
  question.what = fmt::format("count = {}", count);
  question.size = {1, count};
  question.expected.resize(4 * count);
  for (unsigned i = 0; i < 4 * count; ++i) {
    const float value = input_value(i);
    question.input.push_back(value);
    question.expected[i % 4 * count + i / 4] = value;
  }
  question.place = [=](std::size_t i) {
    return fmt::format("coordinate {} of point {}", "xyzw"[i / count], i % count);
  };
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"points, sorted by coordinate", {}};
  for (const unsigned count : {64, 1, 7, 63, 65, 1000}) exercise.items.push_back(item(question(count)));
  constexpr unsigned count = 4096;
  auto last = question(count);
  last.contract = {
      {Space::global, Access::load, &LineCounters::transactions, 4 * count / 8, "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::store, &LineCounters::transactions, 4 * count / 8,
       "8 neighbouring floats to each of four places are 4 sectors"},
      {Space::global, Access::store, &LineCounters::requests, 4 * count / 32, "every thread stores one float"},
      {Space::shared, Access::store, &LineCounters::requests, 0, "none is needed"},
  };
  exercise.items.push_back(item(last));
  constexpr std::size_t many = (3u << 29) + 5;
  exercise.items.push_back(far_item(fmt::format("count = {}", many), {1, many},
                                    {.elements = 4 * many,
                                     .source = [](std::size_t i) { return i % many * 4 + i / many; },
                                     .target = [](std::size_t i) { return i % 4 * many + i / 4; }}));
  return exercise;
}
