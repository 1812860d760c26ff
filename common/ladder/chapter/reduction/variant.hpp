// One way to sum an array: a kernel, and how it is launched until one number is left.
//
// A chapter's variants.cu is compiled once for each engine; LADDER_ENGINE is that engine's namespace: gpu or emulator.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace ladder::reduction {

// What a run works on: `count` floats from `in` on, their sum to go to `sum`.
struct Arguments {
  const float* in;
  std::size_t count;
  float* sum;
  float* workspace;  // workspace_floats(count) of them
  unsigned* ticket;  // a counter that is 0 before every run, and after
};

struct Variant {
  std::string name;
  unsigned threads;  // per block; 0: the library chooses
  std::function<void(const Arguments&)> run;
  // The longest chain of additions that an element goes through, of so many. (h of the error bound h * u * sum |x|:
  // Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, section 4.2.)
  std::function<double(std::size_t count)> longest_chain;
};

// Floats for the partial sums of every pass, whatever the variant: blocks of at least 256 elements; one at the least.
constexpr std::size_t workspace_floats(std::size_t count) {
  std::size_t floats = 1;
  for (; count > 1; count = (count + 255) / 256) floats += (count + 255) / 256;
  return floats;
}

}  // namespace ladder::reduction

namespace ladder {
namespace gpu {
std::vector<reduction::Variant> variants();
std::vector<reduction::Variant> ceilings();
std::vector<reduction::Variant> libraries();
}  // namespace gpu
namespace emulator {
std::vector<reduction::Variant> variants();
}
}  // namespace ladder
