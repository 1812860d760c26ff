#include "ladder/chapter/reduction/followed_element.hpp"

#include <fmt/format.h>

namespace ladder::reduction {

FollowedElement::FollowedElement(Probe& its_probe, std::size_t its_number, float its_value)
    : probe(its_probe),
      element(its_number),
      value(its_value),
      ways(probe.follow([=](std::size_t i) { return i == its_number ? its_value : 0; }, its_number)) {
  for (Number i = 0; i < ways.steps().size(); ++i) {
    if (loads_an_element(i) && probe.element_of(ways.steps()[i]) == element) loads.push_back(i);
  }
}

std::string FollowedElement::name() const {
  return probe.name_of(element) + (value == 1 ? "" : fmt::format(", which is {},", value));
}

bool FollowedElement::loads_an_element(Number step) const {
  return ways.steps()[step].doing == Step::Doing::load && probe.element_of(ways.steps()[step]);
}

}  // namespace ladder::reduction
