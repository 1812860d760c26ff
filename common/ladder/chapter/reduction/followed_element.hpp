// One element that alone is not 0, followed through a sum.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ladder/chapter/reduction/probe.hpp"

namespace ladder::reduction {

struct FollowedElement {
  using Number = Ways::Number;

  // Sums an array in which this element alone is not 0. Throws std::runtime_error where a launch fails.
  FollowedElement(Probe& its_probe, std::size_t its_number, float its_value);

  // "element 5", with its value where that is not 1.
  std::string name() const;
  // "kernel.cuh:12: words", and who called the function that the step is in.
  std::string at(Number step, const std::string& words) const {
    return ways.line(step) + ": " + words + ways.caller(step);
  }
  bool loads_an_element(Number step) const;

  // Of the steps for which is_one holds: the one that is nearest to the address.
  template <typename Condition>
  std::optional<Number> nearest(std::uintptr_t address, const Condition& is_one) const {
    std::optional<Number> found;
    const auto distance = [&](Number n) {
      const std::uintptr_t other = ways.steps()[n].address;
      return std::max(other, address) - std::min(other, address);
    };
    for (Number i = 0; i < ways.steps().size(); ++i) {
      if (is_one(i) && (!found || distance(i) < distance(*found))) found = i;
    }
    return found;
  }

  Probe& probe;
  std::size_t element;
  float value;
  Ways ways;
  std::vector<Number> loads;  // of this element
};

// Of an element that is loaded and does not reach the sum: where its value is seen last, in one line.
std::string lost(const FollowedElement& element);

}  // namespace ladder::reduction
