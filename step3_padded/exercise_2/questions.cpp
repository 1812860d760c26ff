#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

float scaled(float x) { return 3 * x + 1; }

std::string what(unsigned count) { return fmt::format("count = {}", count); }

Question<float> question(unsigned count) { return map_question(what(count), count, scaled); }

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"raise a limit by what is in flight", {}};
  for (const unsigned count : {512, 1, 1000, 5000}) exercise.items.push_back(item(question(count)));
  constexpr unsigned count = 1 << 16;
  auto last = question(count);
  last.contract = {
      {Space::global, Access::load, &LineCounters::requests, count / 32, "each float once, 32 with a request"},
      {Space::global, Access::load, &LineCounters::transactions, count / 8, "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::store, &LineCounters::requests, count / 32, "each float once, 32 with a request"},
      {Space::global, Access::store, &LineCounters::transactions, count / 8, "32 neighbouring floats are 4 sectors"},
  };
  last.speed = {4e12, 1 << 12, "h200", "16 loads that do not wait for each other are one round"};
  exercise.items.push_back(item(last));
  constexpr unsigned many = (3u << 30) + 5;
  exercise.items.push_back(far_map(what(many), many, scaled));
  return exercise;
}
