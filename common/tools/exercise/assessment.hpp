// What an answer is worth: its parts, good or not, as ./learn grade counts them.
#pragma once

#include <string>
#include <vector>

#include "tools/exercise/question.hpp"

namespace ladder::exercise {

// "right": the result, at every question. "no_hazard": how it comes about, too. "counts": it asks the memory for no
// more than it has to. "limits": no limit is lower than it need be. Each counts only where those before it are good,
// but for the last two, which are both about cost. What an exercise does not ask for is good there.
struct Part {
  std::string name;
  bool good;
  std::vector<std::string> said;  // what is wrong, a line each
};
std::vector<Part> parts_of(const Examination& found);

// Whether nothing but comments stands between the lines that mark the blank of this file, the student's, and on them.
// False where the file cannot be read, or has no blank.
bool blank_is_empty(const std::string& path);

// file: the answer's, from the root of the course. started: its blank has something in it.
std::string to_json(const std::string& file, const Exercise& asked, const Examination& found, bool started);

}  // namespace ladder::exercise
