#include "tools/exercise/question.hpp"

ladder::exercise::Exercise ladder::exercise::exercise() {
  Exercise exercise{"a batch of transposes, with float4 loads", {}};
  for (const Size size : {Size{32, 32, 1}, {32, 64, 3}, {33, 20, 5}, {1, 100, 7}, {100, 4, 7}}) {
    exercise.items.push_back(item(transpose_question<float>(size)));
  }
  auto question = transpose_question<float>({128, 128, 4});
  constexpr std::uint64_t elements = 128 * 128 * 4;
  question.contract = {
      {Space::global, Access::load, &LineCounters::transactions, elements / 8, "8 neighbouring floats are one sector"},
      {Space::global, Access::load, &LineCounters::requests, elements / 128, "a warp's float4 load moves 128 floats"},
      {Space::global, Access::store, &LineCounters::transactions, elements / 8, "32 neighbouring floats are 4 sectors"},
      {Space::shared, Access::store, &LineCounters::transactions, elements / 32, "32 floats can lie in 32 banks"},
      {Space::shared, Access::load, &LineCounters::transactions, elements / 32, "32 floats can lie in 32 banks"},
  };
  exercise.items.push_back(item(question));
  exercise.items.push_back(far_transpose({1040, 5000016, 2}, sizeof(float)));
  return exercise;
}
