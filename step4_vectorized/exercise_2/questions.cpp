#include <fmt/format.h>

#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

float one_more(float x) { return x + 1; }

std::string what(unsigned count) { return fmt::format("count = {}", count); }

Question<float> question(unsigned count) { return map_question(what(count), count, one_more); }

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"vectors, and what is left over", {}};
  for (const unsigned count : {1024, 1, 2, 3, 4, 5, 127, 1022, 1023, 1025}) {
    exercise.items.push_back(item(question(count)));
  }
  for (const unsigned left_over : {0, 3}) {
    auto last = question(8192 + left_over);
    const char* reason = "512 bytes a request, and one for each float that is left over";
    last.contract = {
        {Space::global, Access::load, &LineCounters::requests, 8192 / 128 + left_over, reason},
        {Space::global, Access::store, &LineCounters::requests, 8192 / 128 + left_over, reason},
    };
    exercise.items.push_back(item(last));
  }
  constexpr unsigned many = (3u << 30) + 5;
  exercise.items.push_back(far_map(what(many), many, one_more));
  return exercise;
}
