// What comes of all questions of an exercise together.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/exercise/question.hpp"

namespace ladder::exercise {

// The items in their order, up to the first with failures.
struct Examination {
  std::vector<std::string> right_at;
  std::string wrong_at;
  std::vector<std::string> failures;                // there
  std::vector<std::pair<std::string, Cost>> costs;  // of each item that has a contract
  std::optional<Cost> too_much;                     // the first of them

  bool good() const { return failures.empty() && !too_much; }
};

Examination examine(Engine& engine, const Exercise& asked, const std::vector<Launch>& answer);

}  // namespace ladder::exercise
