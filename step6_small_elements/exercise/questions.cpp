#include "tools/exercise/question.hpp"

ladder::exercise::Exercise ladder::exercise::exercise() {
  Exercise exercise{"transpose a square matrix of 2-byte elements in place", {}};
  for (const unsigned n : {64, 128, 66, 130, 2}) {
    exercise.items.push_back(item(transpose_question_in_place<std::uint16_t>(n)));
  }
  auto last = transpose_question_in_place<std::uint16_t>(192);
  constexpr std::uint64_t tiles = 3 * 3 + 3, words = 64 * 32;  // the diagonal's may be moved twice
  const std::string whole = "32 neighbouring words are 4 sectors", banks = "32 words can lie in 32 banks";
  last.contract = {
      {Space::global, Access::load, &LineCounters::requests, tiles * words / 32, "a request moves 32 words"},
      {Space::global, Access::load, &LineCounters::transactions, tiles * words / 8, whole},
      {Space::global, Access::store, &LineCounters::requests, tiles * words / 32, "a request moves 32 words"},
      {Space::global, Access::store, &LineCounters::transactions, tiles * words / 8, whole},
      {Space::shared, Access::store, &LineCounters::transactions, tiles * words / 32, banks},
      {Space::shared, Access::load, &LineCounters::transactions, tiles * words / 32, banks},
  };
  exercise.items.push_back(item(last));
  exercise.items.push_back(far_transpose_in_place(80010, sizeof(std::uint16_t)));
  return exercise;
}
