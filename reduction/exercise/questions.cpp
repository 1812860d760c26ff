#include <fmt/format.h>

#include <algorithm>

#include "ladder/problems/reduction/reference.hpp"
#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

constexpr unsigned block_elements = 256;

// Values below -times, so that a 0 from nowhere would win, or a number that somebody took for the least.
Question<float> question(unsigned count, float times = 1) {
  Question<float> question;
  question.what = fmt::format("count = {}", count);
  question.size = {1, count};
  for (unsigned i = 0; i < count; ++i) {
    const float value = times * (-1 - ladder::reduction::element(ladder::reduction::Data::fractions, i));
    question.input.push_back(value);
    if (i % block_elements == 0) question.expected.push_back(value);
    question.expected.back() = std::max(question.expected.back(), value);
  }
  question.place = [](std::size_t i) { return fmt::format("maxima[{}]", i); };
  return question;
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"the maximum instead of the sum", {}};
  for (const unsigned count : {256, 1024, 1, 33, 255, 257, 1000}) exercise.items.push_back(item(question(count)));
  Question<float> near_the_least = question(33, 1.5e38f);
  near_the_least.what += " below -1.5e38";
  exercise.items.push_back(item(near_the_least));
  constexpr unsigned blocks = 64, tree_wavefronts = 2 * (4 + 2 + 6 * 1) + 1;  // as `sequential`
  auto last = question(blocks * block_elements);
  last.contract = {
      {Space::global, Access::load, &LineCounters::transactions, blocks * block_elements / 8,
       "32 neighbouring floats are 4 sectors"},
      {Space::shared, Access::load, &LineCounters::transactions, blocks * tree_wavefronts,
       "25 for a block, as in `sequential`"},
  };
  exercise.items.push_back(item(last));
  return exercise;
}
