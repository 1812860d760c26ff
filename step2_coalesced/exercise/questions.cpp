#include "tools/exercise/question.hpp"

ladder::exercise::Exercise ladder::exercise::exercise() {
  Exercise exercise{"a tile of 16 x 64", {}};
  for (const Size size : {Size{16, 64}, {32, 192}, {33, 65}, {1, 1000}, {1000, 1}}) {
    exercise.items.push_back(item(transpose_question<float>(size)));
  }
  auto question = transpose_question<float>({256, 256});
  question.contract = {
      {Space::global, Access::load, &LineCounters::transactions, 256 * 256 / 8, "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::store, &LineCounters::transactions, 256 * 256 / 8,
       "16 neighbouring floats are 2 sectors"},
      {Space::global, Access::store, &LineCounters::requests, 256 * 256 / 32, "all 32 lanes of a warp can store"},
      {Space::shared, Access::store, &LineCounters::transactions, 256 * 256 / 32, "32 floats can lie in 32 banks"},
      {Space::shared, Access::load, &LineCounters::transactions, 256 * 256 / 32 * 16,
       "16 wavefronts can load two columns"},
  };
  exercise.items.push_back(item(question));
  exercise.items.push_back(far_transpose({1040, 8400016}, sizeof(float)));
  return exercise;
}
