// One way to sum an array: a kernel, and how it is launched until one number is left.
//
// A chapter's variants.cu is compiled once for each engine; LADDER_ENGINE is that engine's namespace: gpu or emulator.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
  // How many blocks make rounds together, for variants that go through the whole array so; 0: as their row says.
  unsigned group = 0;
};

// "512 elements"
inline std::string elements_in_words(std::size_t elements) { return std::to_string(elements) + " elements"; }

// How the first launch divides an array: in parts of so many elements, of which a block takes one on each round.
struct Parts {
  std::size_t elements = 0;  // 0: not known
  std::uint64_t group = 0;   // blocks that make rounds together; 0: each block makes one round
  std::uint64_t rounds = 0;  // that a group makes, before another group goes on; 0: as many as it takes

  bool through_the_whole_array() const { return group != 0 && rounds == 0; }
  // Which block takes a part.
  std::uint64_t block_of(std::uint64_t part) const {
    if (group == 0) return part;
    if (rounds == 0) return part % group;
    return part / (group * rounds) * group + part % group;
  }
  // Calls work(first, end) for the elements of each part that a block takes, of so many elements.
  template <typename Work>
  void for_each_of(std::uint64_t block, std::size_t count, const Work& work) const {
    const std::uint64_t most = group == 0 ? 1 : rounds;
    std::uint64_t part = most == 0 || group == 0 ? block : block / group * group * rounds + block % group;
    for (std::uint64_t round = 0; (most == 0 || round < most) && part * elements < count; ++round, part += group) {
      work(part * elements, std::min<std::uint64_t>((part + 1) * elements, count));
    }
  }
};

struct Variant {
  std::string name;
  unsigned threads;  // per block; 0: the library chooses
  std::function<void(const Arguments&)> run;
  // The longest chain of additions that an element goes through, of so many. (h of the error bound h * u * sum |x|:
  // Higham, "Accuracy and Stability of Numerical Algorithms", 2nd edition, section 4.2.)
  std::function<double(std::size_t count)> longest_chain;
  Parts parts{};
  int line = 0;  // of variants.cu, where it stands; 0: in no chapter
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
