#include "tools/exercise/question.hpp"

ladder::exercise::Exercise ladder::exercise::exercise() {
  Exercise exercise{"coalesce the writes", {}};
  for (const Size size : {Size{32, 32}, {64, 160}, {33, 65}, {1, 1000}, {1000, 1}}) {
    exercise.items.push_back(item(transpose_question<float>(size)));
  }
  auto question = transpose_question<float>({256, 256});
  question.contract = {
      {Space::global, Access::store, &LineCounters::transactions, 256 * 256 / 8,
       "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::load, &LineCounters::transactions, 256 * 256, "a column of 32 floats is 32 sectors"},
  };
  exercise.items.push_back(item(question));
  exercise.items.push_back(far_transpose({1040, 8400016}, sizeof(float)));
  return exercise;
}
