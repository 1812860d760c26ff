// By how much a loop moves an index on that also counts threads.
#pragma once

#include <functional>
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

// What a product or quotient of numbers and names comes to, from left to right, as "TILE / 4"; none where it is
// anything else, or the value of a name is not known.
std::optional<long> value_of_product(const std::string& product,
                                     const std::function<std::optional<long>(const std::string&)>& value_of_name);

// What C++ takes first in a product without brackets in which that matters: "(t % 2) * d" of "if (t % 2 * d == 0)".
// Empty where there is none.
std::string taken_first(const std::string& text);

}  // namespace ladder
