// A chapter's kernels, or an exercise's, with an error planted in one of them, and what the checks have to say of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ladder::planted {

// Rows and columns; or the number of elements.
using Size = std::vector<std::size_t>;

// Variant: what the kernels are launched by; for an exercise, exercise::Launch.
template <typename Variant>
struct Bug {
  std::string name;
  std::string fault;  // why it could not be planted; empty where it could
  std::vector<Variant> (*variants)();
  std::string variant;             // the one that shows it; empty: all of them together
  std::vector<std::string> words;  // one line of what is said has all; none: a harmless rewrite
  Size size;                       // the size that shows it; empty: one of the usual ones
  bool first = false;              // that line has to be the first one
};

}  // namespace ladder::planted
