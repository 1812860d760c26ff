#include "tools/exercise/blank.hpp"

#include <fstream>

namespace ladder::exercise {
namespace {

bool says_nothing(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string::npos || line.compare(first, 2, "//") == 0;
}

}  // namespace

bool blank_is_empty(const std::string& path) {
  std::ifstream file(path);
  bool within = false;
  for (std::string line; std::getline(file, line);) {
    if (line.find(" your code: end ") != std::string::npos) return within;
    if (within && !says_nothing(line)) return false;
    if (line.find(" your code: begin ") != std::string::npos) within = true;
  }
  return false;
}

}  // namespace ladder::exercise
