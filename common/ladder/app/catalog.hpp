// What there is to run on an engine.
#pragma once

#include <vector>

namespace ladder {

// On the emulator there are no ceilings and no libraries.
template <typename Variant>
struct Catalog {
  std::vector<Variant> variants;   // the chapter's, as compiled for this engine
  std::vector<Variant> ceilings;   // what none of them is expected to beat: a copy, or for sums a read
  std::vector<Variant> libraries;  // the vendor's

  // The same with each variant made into something else.
  template <typename Make>
  auto each(const Make& make) const {
    const auto all = [&](const std::vector<Variant>& from) {
      std::vector<decltype(make(from.front()))> made;
      for (const Variant& variant : from) made.push_back(make(variant));
      return made;
    };
    return Catalog<decltype(make(variants.front()))>{all(variants), all(ceilings), all(libraries)};
  }
};

}  // namespace ladder
