// A line of source, and from where the code that it is in was called.
#pragma once

#include <string>
#include <tuple>
#include <vector>

namespace ladder {

// "kernel.cuh", 31; no file where it is not known.
struct CodePlace {
  std::string file{};
  int line = 0;
  std::string path{};  // the file with its folders, as the compiler was given it; empty where that is not asked for
  int column = 0;      // from 1, in bytes; 0 where it is not known
  bool operator<(const CodePlace& other) const { return std::tie(file, line) < std::tie(other.file, other.line); }
};

// "kernel.cuh:31"; nothing where it is not known.
inline std::string in_words(const CodePlace& place) {
  return place.file.empty() ? "" : place.file + ":" + std::to_string(place.line);
}

// "kernel.cuh:33: race on .."; the words alone where the place is not known.
inline std::string with_place(const CodePlace& at, const std::string& words) {
  return at.file.empty() ? words : in_words(at) + ": " + words;
}

// Who calls the device function that a line is in, who calls that one, and so on up to the kernel.
using Callers = std::vector<CodePlace>;

// " (called at kernel.cuh:40, from kernel.cuh:61)"; nothing where nobody is known to.
inline std::string in_words(const Callers& callers) {
  std::string words;
  for (const CodePlace& place : callers) words += (words.empty() ? " (called at " : ", from ") + in_words(place);
  return words.empty() ? "" : words + ")";
}

}  // namespace ladder
