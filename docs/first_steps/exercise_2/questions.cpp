#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

Question<float> question(unsigned count) {
  Question<float> question;
  question.what = fmt::format("count = {}", count);
  question.size = {1, count};
  for (unsigned i = 0; i < count; ++i) {
    question.input.push_back(input_value(i));
    question.expected.push_back(input_value(count - 1 - i));
  }
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"more threads than elements", {}};
  for (const unsigned count : {128, 256, 130, 1, 127}) exercise.items.push_back(item(question(count)));
  Question<float> last = question(900);  // the last three warps have no element
  const char* own = "every thread does its own element, 32 of them with a request";
  last.contract = {{Space::global, Access::store, &LineCounters::requests, 29, own},
                   {Space::global, Access::load, &LineCounters::requests, 29, own}};
  exercise.items.push_back(item(last));
  constexpr std::size_t many = (3u << 30) + 5;
  const auto reversed = [](std::size_t i) { return many - 1 - i; };
  exercise.items.push_back(
      far_item(fmt::format("count = {}", many), {1, many}, {.elements = many, .source = reversed, .target = reversed}));
  return exercise;
}
