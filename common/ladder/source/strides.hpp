// By how much a loop moves an index on that also counts threads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ladder/source/accesses.hpp"

namespace ladder {

// Of `y = threadIdx.y + i`, where `for (..; i < TILE; i += TILE / 4)` moves i: {"i", "TILE / 4", 'y', its place}.
struct LoopBesideThreads {
  std::string loop, step;
  char direction;
  CodePlace at;
};

// Those in what an index of the access is made of. part: which index, as of index_definitions().
std::vector<LoopBesideThreads> loops_beside_threads(const SourceAccess& access, std::optional<int> part);

// Whether the number is a term of what a definition sums up, by itself: threadIdx.x in "x = 4 * first + threadIdx.x".
bool counts_alone(const std::string& definition, const std::string& number);

// "in[i] : 0 + .." of a choice that stands without brackets before a sum, all of which is its second value then. Empty
// where the text has none.
std::string choice_with_sum(const std::string& text);

// What C++ takes first in a product without brackets in which that matters: "(t % 2) * d" of "if (t % 2 * d == 0)".
// Empty where there is none.
std::string taken_first(const std::string& text);

}  // namespace ladder
