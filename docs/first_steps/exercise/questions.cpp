#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;
using ladder::LineCounters;

Question<float> question(unsigned blocks) {
  Question<float> question;
  question.what = fmt::format("{} x 128", blocks);
  question.size = {1, blocks * 128};
  for (unsigned i = 0; i < blocks * 128; ++i) {
    question.input.push_back(input_value(i));
    question.expected.push_back(2 * input_value(i));
  }
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"a thread for each element", {}};
  exercise.items = {item(question(1)), item(question(2))};
  Question<float> last = question(50);
  const char* own = "every thread does its own element, 32 of them with a request";
  last.contract = {{Space::global, Access::store, &LineCounters::requests, 50 * 128 / 32, own},
                   {Space::global, Access::load, &LineCounters::requests, 50 * 128 / 32, own}};
  exercise.items.push_back(item(last));
  constexpr unsigned blocks = (1u << 23) - 1;  // as many as an int can count the elements of
  exercise.items.push_back(far_map(fmt::format("{} x 128", blocks), blocks * 128, [](float x) { return 2 * x; }));
  return exercise;
}
