// A chapter's kernels, or an exercise's, with an error planted in one of them, and what the checks have to find.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ladder::planted {

// Rows and columns; or the number of elements.
using Size = std::vector<std::size_t>;

// What one finding has to be; what is empty may be anything.
struct Expected {
  std::string rule;    // Finding::rule; empty: nothing is to be found, the rewrite is harmless
  std::string file{};  // with its line
  int line = 0;
  std::string element{};             // Finding::element, or the array of it: "shared tile"
  std::vector<std::string> words{};  // some of its words, for what no other member has: figures, names of functions
  bool first = false;                // it has to be the first one
};

// Variant: what the kernels are launched by; for an exercise, exercise::Launch.
template <typename Variant>
struct Bug {
  std::string name;
  std::string fault;  // why it could not be planted; empty where it could
  std::vector<Variant> (*variants)();
  std::string variant;  // the one that shows it; empty: all of them together
  Expected expected;
  Size size;  // the size that shows it; empty: one of the usual ones
};

}  // namespace ladder::planted
