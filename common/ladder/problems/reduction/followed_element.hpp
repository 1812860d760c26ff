// One element that alone is not 0, followed through the sum.
#pragma once

#include <string>
#include <vector>

#include "ladder/problems/reduction/wrong_sum.hpp"

namespace ladder::reduction {

struct FollowedElement {
  SummedArray& array;
  float value;
  std::uint32_t bits;
  std::string name;
  Provenance seen;
  std::vector<std::size_t> loads{};  // of it: steps

  const Step& step(std::size_t i) const { return seen.steps()[i]; }
  bool has_it(const Step& s) const { return s.bits == bits; }
};

// All elements are 0 but this one.
ValueOf impulse(std::size_t element, float value);

// Why it does not reach the sum: where its value is seen last.
Finding cause_of_lost(const FollowedElement& element);
// Why it counts so often there, and not once. Nothing where no step shows it.
Finding cause_of_times(const FollowedElement& element, float times);

}  // namespace ladder::reduction
