#include "tests/planted/complaints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace ladder::planted {
namespace {

// A number at the end of the word has to end there: kernel.cuh:12 is not in kernel.cuh:126.
bool has_word(const std::string& line, const std::string& word) {
  for (auto at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if (end == line.size() || std::isdigit(static_cast<unsigned char>(line[end])) == 0) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> complaints(const Result& result) {
  std::vector<std::string> lines = complaints_about(result);
  if (result.hazards.any() && result.messages.empty()) lines.push_back("hazards without a message");
  return lines;
}

bool say(const std::vector<std::string>& lines, const std::vector<std::string>& words) {
  return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
    return std::all_of(words.begin(), words.end(), [&](const std::string& word) { return has_word(line, word); });
  });
}

std::string joined(const std::vector<std::string>& lines) { return fmt::format("{}", fmt::join(lines, "\n")); }

}  // namespace ladder::planted
