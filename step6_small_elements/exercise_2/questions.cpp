#include "tools/exercise/question.hpp"

using namespace ladder::exercise;

Exercise ladder::exercise::exercise() {
  Exercise exercise{"transpose many matrices of 8x8 elements of 2 bytes", {}};
  const auto question = [](unsigned matrices) { return transpose_question<std::uint16_t>({8, 8, matrices}); };
  for (const unsigned matrices : {1, 8, 13, 250}) exercise.items.push_back(item(question(matrices)));
  constexpr unsigned matrices = 512;
  auto last = question(matrices);
  const std::string one = "a matrix is a word for each lane", whole = "32 neighbouring words are 4 sectors",
                    none = "a lane gets other lanes' words by shuffles";
  last.contract = {{Space::global, Access::load, &LineCounters::requests, matrices, one},
                   {Space::global, Access::load, &LineCounters::transactions, 4 * matrices, whole},
                   {Space::global, Access::store, &LineCounters::requests, matrices, one},
                   {Space::global, Access::store, &LineCounters::transactions, 4 * matrices, whole},
                   {Space::shared, Access::store, &LineCounters::requests, 0, none},
                   {Space::shared, Access::load, &LineCounters::requests, 0, none}};
  exercise.items.push_back(item(last));
  exercise.items.push_back(far_transpose({8, 8, (3u << 26) + 5}, sizeof(std::uint16_t)));  // of more threads than 2^32
  return exercise;
}
