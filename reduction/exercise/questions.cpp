#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ladder/problems/reduction/reference.hpp"
#include "tools/exercise/question.hpp"

namespace {

using namespace ladder::exercise;

constexpr unsigned block_elements = 256;

// Every other block, the first too, has values below -times, so that a 0 from nowhere would win, or a number that
// somebody took for the least; those of the others have both signs.
Question<float> question(unsigned count, float times = 1) {
  Question<float> question;
  question.what = fmt::format("count = {}", count);
  question.size = {1, count};
  for (unsigned i = 0; i < count; ++i) {
    const float below = times * (-1 - ladder::reduction::element(ladder::reduction::Data::fractions, i));
    const float value = i / block_elements % 2 == 0 ? below : input_value(i);
    question.input.push_back(value);
    if (i % block_elements == 0) question.expected.push_back(value);
    question.expected.back() = std::max(question.expected.back(), value);
  }
  question.place = [](std::size_t i) { return fmt::format("maxima[{}]", i); };
  return question;
}

Item far_blocks() {
  constexpr std::size_t many = (3u << 30) + 5, blocks = (many + block_elements - 1) / block_elements;
  const auto maximum = [=](std::size_t block) {
    float result = far_value(block * block_elements);
    for (std::size_t i = block * block_elements; i < std::min(many, (block + 1) * block_elements); ++i)
      result = std::max(result, far_value(i));
    return std::bit_cast<std::uint32_t>(result);
  };
  return far_item(fmt::format("count = {}", many), {1, many},
                  {.elements = many, .outputs = blocks, .input = far_bits, .output = maximum});
}

}  // namespace

Exercise ladder::exercise::exercise() {
  Exercise exercise{"the maximum instead of the sum", {}};
  for (const unsigned count : {256, 1024, 1, 33, 255, 257, 1000}) exercise.items.push_back(item(question(count)));
  // Of all less than what a variable without a value holds here, -1.69e38, it is no least either.
  Question<float> near_the_least = question(33, 1.7e38f);
  near_the_least.what += " below -1.7e38";
  exercise.items.push_back(item(near_the_least));
  constexpr unsigned blocks = 64, tree_wavefronts = 2 * (4 + 2 + 6 * 1) + 1;  // as `sequential`
  auto last = question(blocks * block_elements);
  last.contract = {
      {Space::global, Access::load, &LineCounters::transactions, blocks * block_elements / 8,
       "32 neighbouring floats are 4 sectors"},
      {Space::shared, Access::load, &LineCounters::transactions, blocks * tree_wavefronts,
       "25 for a block, as in `sequential`"},
      {Space::shared, Access::store, &LineCounters::transactions, blocks * (2 * 8 + 4 + 2 + 6 * 1),
       "28 for a block: something to begin with, the elements, and a tree"},
      {Space::global, Access::store, &LineCounters::transactions, blocks, "one float for a block"},
  };
  exercise.items.push_back(item(last));
  exercise.items.push_back(far_blocks());
  return exercise;
}
