#include "tools/exercise/question.hpp"

ladder::exercise::Exercise ladder::exercise::exercise() {
  Exercise exercise{"transpose a square matrix in place", {}};
  for (const unsigned n : {32, 64, 96, 33, 65, 1}) {
    exercise.items.push_back(item(transpose_question_in_place<float>(n)));
  }
  auto last = transpose_question_in_place<float>(256);
  constexpr std::uint64_t tile_sectors = 32 * 32 / 8, tiles = 8 * 8 + 8;  // the diagonal's may be moved twice
  last.contract = {
      {Space::global, Access::load, &LineCounters::transactions, tiles * tile_sectors,
       "32 neighbouring floats are 4 sectors"},
      {Space::global, Access::store, &LineCounters::transactions, tiles * tile_sectors,
       "32 neighbouring floats are 4 sectors"},
      {Space::shared, Access::store, &LineCounters::transactions, tiles * 32, "32 floats can lie in 32 banks"},
      {Space::shared, Access::load, &LineCounters::transactions, tiles * 32, "32 floats can lie in 32 banks"},
  };
  exercise.items.push_back(item(last));
  exercise.items.push_back(far_transpose_in_place(80011, sizeof(float)));
  return exercise;
}
