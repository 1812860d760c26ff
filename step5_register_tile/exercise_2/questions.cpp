#include "tools/exercise/question.hpp"

ladder::exercise::Exercise ladder::exercise::exercise() {
  Exercise exercise{"a register tile of doubles", {}};
  for (const Size size : {Size{32, 32}, {64, 96}, {34, 66}, {2, 100}, {100, 2}}) {
    exercise.items.push_back(item(transpose_question<double>(size)));
  }
  auto last = transpose_question<double>({256, 256});
  constexpr std::uint64_t bytes = 256 * 256 * 8;
  last.contract = {
      {Space::global, Access::load, &LineCounters::requests, bytes / 512, "16 bytes a lane"},
      {Space::global, Access::load, &LineCounters::transactions, bytes / 32, "512 bytes are 16 sectors"},
      {Space::global, Access::store, &LineCounters::requests, bytes / 512, "16 bytes a lane"},
      {Space::global, Access::store, &LineCounters::transactions, bytes / 32, "512 bytes are 16 sectors"},
  };
  exercise.items.push_back(item(last));
  exercise.items.push_back(far_transpose({1040, 6200014}, sizeof(double)));
  return exercise;
}
