#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

float twice(float x) { return 2 * x; }

std::string what(unsigned blocks) { return fmt::format("{} x 128", blocks); }

Question<float> question(unsigned blocks) { return map_question(what(blocks), blocks * 128, twice); }

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
  exercise.items.push_back(far_map(what(blocks), blocks * 128, twice));
  return exercise;
}
